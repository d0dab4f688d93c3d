/** The rules of `npm run check` catch what they are there for: each is broken once, on purpose. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Names of the broken rules in a tree of these files. */
function brokenArrows(files: Record<string, string>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-rules-'));
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.depcruise.json', 'tsconfig.base.json', 'package.json']) {
    copyFileSync(path.join(root, name), path.join(folder, name));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, 'src', name)), { recursive: true });
    writeFileSync(path.join(folder, 'src', name), text);
  }
  const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 });
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(report.summary.violations.map(({ rule }) => rule.name))];
}

const target = {
  'core/platform/y.ts': 'export const y = 1;',
  'contract/c.ts': 'export const c = 1; export type C = 1;',
};

describe('arrows', () => {
  test.each<[string, Record<string, string>]>([
    ['renderer-imports', { 'renderer/x.ts': "import { y } from '../core/platform/y.ts'; export default y;" }],
    [
      'renderer-imports',
      { 'renderer/x.ts': "import type { y } from '../core/platform/y.ts'; export type X = typeof y;" },
    ],
    [
      'core-imports',
      { 'web/w.ts': 'export const w = 1;', 'core/platform/x.ts': "export { w } from '../../web/w.ts';" },
    ],
    ['web-imports', { 'cli/w.ts': 'export const w = 1;', 'web/x.ts': "export { w } from '../cli/w.ts';" }],
    ['main-imports', { 'web/w.ts': 'export const w = 1;', 'main/x.ts': "export { w } from '../web/w.ts';" }],
    ['contract-imports', { 'contract/x.ts': "export { y } from '../core/platform/y.ts';" }],
    ['sandbox-imports', { 'sandbox/x.ts': "export { y } from '../core/platform/y.ts';" }],
    ['contract-packages', { 'contract/x.ts': "export { default } from 'ws';" }],
    ['no-node-in-guest-and-page', { 'sandbox/x.ts': "import fs from 'node:fs'; export default fs;" }],
    ['no-node-in-guest-and-page', { 'renderer/x.ts': "import fs from 'node:fs'; export default fs;" }],
    [
      'electron-only-in-main-and-preload',
      { 'core/platform/x.ts': "import { app } from 'electron'; export default app;" },
    ],
    ['preload-types-only', { 'preload/x.ts': "export { c } from '../contract/c.ts';" }],
    [
      'no-circular',
      {
        'core/platform/x.ts': "export * from './z.ts'; export const a = 1;",
        'core/platform/z.ts': "import type { a } from './x.ts'; export type Z = typeof a;",
      },
    ],
    [
      'no-tests-in-product',
      { 'core/platform/x.ts': "export * from './z.test.ts';", 'core/platform/z.test.ts': 'export const z = 1;' },
    ],
  ])('%s', (rule, files) => {
    expect(brokenArrows({ ...target, ...files })).toContain(rule);
  });
  test('a tree that keeps to them breaks none but no-orphan', () => {
    const files = { 'core/platform/x.ts': "export { c } from '../../contract/c.ts'; export { y } from './y.ts';" };
    expect(brokenArrows({ ...target, ...files })).toEqual([]);
  });
});

describe('arrows between the folders of core', () => {
  const above = 'core/session/above.ts';
  test.each([
    'platform',
    'processes',
    'sandbox-process',
    'http',
    'collection',
    'programs',
    'providers',
    'notifications',
    'guest',
    'runs',
    'interchange',
    'history',
    'settings',
  ])('%s imports nothing from above it', (folder) => {
    const files = {
      [above]: 'export const above = 1;',
      [`core/${folder}/x.ts`]: "export { above } from '../session/above.ts';",
    };
    expect(brokenArrows(files)).toContain(`core-${folder}-imports`);
  });
  test('session does not import the application', () => {
    const files = {
      'core/application.ts': 'export const application = 1;',
      [above]: "export { application } from '../application.ts';",
    };
    expect(brokenArrows(files)).toContain('core-session-imports');
  });
  test('a file of core outside of the folders', () => {
    expect(brokenArrows({ ...target, 'core/other/x.ts': "export { y } from '../platform/y.ts';" })).toContain(
      'core-folders',
    );
  });
});

describe('arrows between the folders of the renderer', () => {
  const view = { 'renderer/history/View.tsx': 'export const view = 1;' };
  const importsView = "export { view } from '../history/View.tsx';";
  test.each(['console', 'programs', 'webhooks', 'scripts', 'tree', 'editor', 'response', 'runner', 'workspace'])(
    '%s does not show the parts of any other feature',
    (feature) => {
      const broken = brokenArrows({ ...view, [`renderer/${feature}/x.ts`]: importsView });
      expect(broken).toContain(`renderer-${feature}`);
    },
  );
  test.each<[string, Record<string, string>]>([
    ['renderer-shared', { 'renderer/context/x.ts': importsView }],
    [
      'renderer-ui',
      { 'renderer/app/y.ts': 'export const y = 1;', 'renderer/ui/x.ts': "export { y } from '../app/y.ts';" },
    ],
    ['renderer-stores', { 'renderer/tree/x-store.ts': importsView }],
    [
      'renderer-history',
      {
        'renderer/webhooks/y.ts': 'export const y = 1;',
        'renderer/history/x.ts': "export { y } from '../webhooks/y.ts';",
      },
    ],
  ])('%s', (rule, files) => {
    expect(brokenArrows({ ...view, ...files })).toContain(rule);
  });
  test('a view may read the store of another feature', () => {
    const files = {
      'renderer/console/run-store.ts': 'export const store = 1;',
      'renderer/webhooks/x.ts': "export { store } from '../console/run-store.ts';",
    };
    expect(brokenArrows(files)).toEqual([]);
  });
});

describe('lint', () => {
  const eslint = new ESLint({ cwd: root });
  const broken = async (file: string, code: string) => {
    const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
    return result?.messages.map(({ ruleId }) => ruleId) ?? [];
  };
  test.each([
    ['src/web/index.ts', 'export const a: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['src/web/index.ts', 'const f = async () => 1;\nf();', '@typescript-eslint/no-floating-promises'],
    ['src/web/index.ts', 'process.exit(1);', 'no-restricted-syntax'],
    [
      'src/main/index.ts',
      "import { ipcMain } from 'electron';\nipcMain.on('x', () => undefined);",
      'no-restricted-syntax',
    ],
    ['src/core/platform/events.ts', "console.log('x');", 'no-console'],
  ])('in %s: %s', async (file, code, rule) => {
    expect(await broken(file, code)).toContain(rule);
  });
  test('process.exit is for the command line', async () => {
    expect(await broken('src/cli/index.ts', 'process.exit(1);\nexport {};')).not.toContain('no-restricted-syntax');
  });
});
