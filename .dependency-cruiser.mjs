/** The permitted imports between the layers (docs/architecture.md). Type-only imports count too. */
const layers = ['contract', 'sandbox', 'core', 'main', 'preload', 'renderer', 'web', 'cli'];
const allowed = {
  contract: [],
  sandbox: ['contract'],
  core: ['contract'],
  main: ['contract', 'core'],
  preload: ['contract'],
  renderer: ['contract', 'preload'],
  web: ['contract', 'core'],
  cli: ['contract', 'core'],
};
/** The folders of core, lowest first: each imports only from itself and from those before it (docs/architecture.md). */
const coreFolders = [
  'platform',
  'processes',
  'sandbox-process',
  'debugger',
  'http',
  'collection',
  'programs',
  'packages',
  'providers',
  'notifications',
  'forwarding',
  'guest',
  'runs',
  'load',
  'interchange',
  'history',
  'settings',
  'run-queue',
  'session',
];
/** Folders of the renderer that features share, lowest first: none of them imports a feature's view. */
const sharedRenderer = ['ui', 'host', 'monaco', 'collection', 'context'];
/** The features of the renderer, each with the other features whose parts it shows. */
const features = {
  console: [],
  debugger: [],
  programs: ['console'],
  webhooks: ['response'],
  scripts: [],
  response: ['console'],
  environments: [],
  tree: [],
  editor: ['response', 'environments'],
  load: ['console'],
  runner: ['console', 'response', 'load'],
  history: ['console', 'response'],
  workspace: ['tree'],
  palette: [],
  search: [],
  settings: ['programs'],
};
const store = '-store\\.ts$';
const node =
  '^(node:)?(fs|path|os|net|http|https|child_process|crypto|vm|worker_threads|util|stream|events|url|module|readline)(/|$)';
const forbidden = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
const tests = '(\\.test\\.ts$|/testing/)';

export default {
  forbidden: [
    forbidden('no-circular', 'A cycle has no first file to read.', {}, { circular: true }),
    forbidden(
      'no-orphan',
      'Nothing imports it, and it is no entry.',
      {
        orphan: true,
        path: '^src/',
        pathNot: `(\\.d\\.ts$|^src/sandbox/(prelude|libraries/(lazy-functions|lazy-members|precompiled-schema))\\.ts$|${tests})`,
      },
      {},
    ),
    ...layers.map((layer) =>
      forbidden(
        `${layer}-imports`,
        `${layer}/ may import ${allowed[layer].join(', ') || 'no other layer'}.`,
        { path: `^src/${layer}/`, pathNot: layer === 'contract' ? undefined : tests },
        { path: '^src/', pathNot: `^src/(${[layer, ...allowed[layer]].join('|')})/` },
      ),
    ),
    ...coreFolders.map((folder, index) =>
      forbidden(
        `core-${folder}-imports`,
        `core/${folder}/ may import only from the folders below it: ${coreFolders.slice(0, index).join(', ') || 'none'}.`,
        { path: `^src/core/${folder}/`, pathNot: tests },
        { path: '^src/core/', pathNot: `^src/core/(${coreFolders.slice(0, index + 1).join('|')})/` },
      ),
    ),
    forbidden(
      'core-folders',
      'A file of core is in one of its folders, or puts them together.',
      {
        path: '^src/core/',
        pathNot: `^src/core/((application|create-core)(\\.test)?\\.ts$|testing/|(${coreFolders.join('|')})/)`,
      },
      {},
    ),
    forbidden(
      'renderer-shared',
      'What features share stands below them: ui/, host/, monaco/, collection/ and context/ import features only for their stores.',
      { path: `^src/renderer/(${sharedRenderer.join('|')})/` },
      { path: '^src/renderer/', pathNot: [`^src/renderer/(${sharedRenderer.join('|')})/`, store] },
    ),
    forbidden(
      'renderer-ui',
      'ui/ holds parts without a store: it imports nothing else of the renderer.',
      { path: '^src/renderer/ui/' },
      { path: '^src/renderer/', pathNot: '^src/renderer/ui/' },
    ),
    forbidden(
      'renderer-stores',
      'A store knows no view, and not the context that holds it.',
      { path: store },
      { path: '^src/renderer/(context/(?!app-store|views\\.)|app/|.*\\.tsx$)', pathNot: '^src/renderer/ui/' },
    ),
    ...Object.entries(features).map(([feature, others]) =>
      forbidden(
        `renderer-${feature}`,
        `renderer/${feature}/ imports what features share, and of the other features ${others.join(', ') || 'none'}.`,
        { path: `^src/renderer/${feature}/`, pathNot: tests },
        {
          path: '^src/renderer/',
          pathNot: [`^src/renderer/(${[feature, ...others, ...sharedRenderer].join('|')})/`, store],
        },
      ),
    ),
    forbidden(
      'renderer-folders',
      'A folder of the renderer is shared, puts the window together, or is a feature with its line above.',
      {
        path: '^src/renderer/[^/]+/',
        pathNot: `^src/renderer/(app|${[...sharedRenderer, ...Object.keys(features)].join('|')})/`,
      },
      {},
    ),
    forbidden(
      'renderer-preload-types',
      'The renderer takes only the shape of the port from the preload.',
      { path: '^src/renderer/' },
      { path: '^src/preload/', pathNot: '^src/preload/preload-port\\.ts$' },
    ),
    forbidden(
      'preload-types-only',
      'A preload is one file: it takes only types from the contract.',
      { path: '^src/preload/', pathNot: tests },
      { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    ),
    forbidden(
      'contract-packages',
      'The contract runs anywhere: zod is all it needs.',
      { path: '^src/contract/', pathNot: tests },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'], pathNot: '^node_modules/zod/' },
    ),
    forbidden(
      'no-node-in-guest-and-page',
      'Neither the script realm nor the page has Node.',
      { path: '^src/(sandbox|renderer|contract)/', pathNot: tests },
      { path: node },
    ),
    forbidden(
      'electron-only-in-main-and-preload',
      'Everything else must run without Electron.',
      { path: '^src/', pathNot: '^src/(main|preload)/' },
      { path: '(^|/)node_modules/electron/|^electron$' },
    ),
    forbidden(
      'no-undeclared-package',
      'A package that package.json does not name is there by accident.',
      { path: '^src/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbidden(
      'no-tests-in-product',
      'The product does not import its tests.',
      { path: '^src/', pathNot: tests },
      { path: tests },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.depcruise.json' },
    exclude: { path: '[.](css|txt|html)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
