/**
 * The rules of this project that are a pattern in the syntax. All other rules, those that need types too, are in
 * `.oxlintrc.json`: Oxlint takes a seventh of the processor time, and has no rule for patterns.
 */
import * as parser from '@typescript-eslint/parser';

const noProcessExit = {
  selector: "CallExpression[callee.object.name='process'][callee.property.name='exit']",
  message: 'Only cli/ ends the process; elsewhere throw, or set process.exitCode.',
};
const noRawIpc = {
  selector: 'CallExpression[callee.object.name=/^ipc(Main|Renderer)$/]',
  message: 'Messages go through the two port files.',
};
const noHostInView = {
  selector:
    ":matches(Identifier[name='HostClient'], MemberExpression[object.name='client'][property.name=/^(call|on)$/])",
  message: 'A view calls a store; only stores call the host.',
};

const noActionInMenu = {
  selector:
    ":matches(JSXMemberExpression[object.name='Menu'][property.name=/Item$/], JSXAttribute[name.name='role'] > Literal[value=/^menuitem/])",
  message: 'A menu draws commands, which are in the palette too (context/menus.ts), and names (ui/NameItem.tsx).',
};

const noModal = {
  selector: "JSXIdentifier[name='Modal']",
  message: 'Use ui/dialogs/Dialog.tsx: when it closes, the focus is where it was.',
};

/** Participles and articles without a noun say nothing to a newcomer: docs/glossary.md has the terms. */
const namesWithoutNoun = ['asked', 'given', 'made', 'own', 'theirs', 'told', 'usual', 'wanted'];

export default [
  {
    ignores: [
      'out/',
      'dist/',
      'node_modules/',
      'examples/',
      'bench/compare/bruno-collection/',
      'test-results/',
      '**/*.mjs',
      '**/*.cjs',
      '*.config.js',
      '**/*.d.ts',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser },
    rules: {
      'no-restricted-syntax': ['error', noProcessExit, noRawIpc],
      'id-denylist': ['error', ...namesWithoutNoun],
    },
  },
  { files: ['src/cli/**'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['src/preload/index.ts', 'src/main/electron-port.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    // main.tsx connects the stores with the host, and sets the defaults of Mantine's components.
    files: ['src/renderer/**/*.tsx'],
    ignores: ['src/renderer/main.tsx'],
    rules: { 'no-restricted-syntax': ['error', noProcessExit, noRawIpc, noHostInView, noActionInMenu, noModal] },
  },
  {
    files: ['src/renderer/context/CommandMenu.tsx', 'src/renderer/ui/NameItem.tsx'],
    rules: { 'no-restricted-syntax': ['error', noProcessExit, noRawIpc, noHostInView, noModal] },
  },
  {
    files: ['src/renderer/ui/dialogs/Dialog.tsx'],
    rules: { 'no-restricted-syntax': ['error', noProcessExit, noRawIpc, noHostInView, noActionInMenu] },
  },
];
