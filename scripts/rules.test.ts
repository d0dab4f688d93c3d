/** The rules of `npm run check` report violations: each rule is broken once on purpose. */
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import lintPatterns from './lint-patterns.mjs';

const root = path.join(import.meta.dirname, '..');

interface Violation {
  from: string;
  rule: { name: string };
}
interface Report {
  summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string }[] } };
}

/** Files that the violating files import. They obey the rules, and so do their importers in `innocent`. */
const targets = {
  'core/platform/y.ts': 'export const y = 1;',
  'core/session/above.ts': 'export const above = 1;',
  'core/application.ts': 'export const application = 1;',
  'contract/c.ts': 'export const c = 1; export type C = 1;',
  'web/w.ts': 'export const w = 1;',
  'cli/w.ts': 'export const w = 1;',
  'core/platform/z.test.ts': 'export const z = 1;',
  'core/platform/cycle.ts': "export * from './cycle-of-types.ts'; export const a = 1;",
  'preload/p.ts': 'export const p = 1;',
  'renderer/app/y.ts': 'export const y = 1;',
  'renderer/history/View.tsx': 'export const view = 1;',
  'renderer/webhooks/y.ts': 'export const y = 1;',
  'renderer/console/run-store.ts': 'export const store = 1;',
};
const importsAbove = "export { above } from '../session/above.ts';";
const importsView = "export { view } from '../history/View.tsx';";

/** Rule, file and text of each violation. All files are in one folder, which is checked once. */
const broken: [rule: string, file: string, text: string][] = [
  ['renderer-imports', 'renderer/value.ts', "import { y } from '../core/platform/y.ts'; export default y;"],
  ['renderer-imports', 'renderer/type.ts', "import type { y } from '../core/platform/y.ts'; export type X = typeof y;"],
  ['core-imports', 'core/platform/layer.ts', "export { w } from '../../web/w.ts';"],
  ['web-imports', 'web/layer.ts', "export { w } from '../cli/w.ts';"],
  ['cli-imports', 'cli/layer.ts', "export { w } from '../web/w.ts';"],
  ['main-imports', 'main/layer.ts', "export { w } from '../web/w.ts';"],
  ['preload-imports', 'preload/layer.ts', "export type { y } from '../core/platform/y.ts';"],
  ['contract-imports', 'contract/layer.ts', "export { y } from '../core/platform/y.ts';"],
  ['sandbox-imports', 'sandbox/layer.ts', "export { y } from '../core/platform/y.ts';"],
  ['contract-packages', 'contract/package.ts', "export { default } from 'ws';"],
  ['no-node-in-guest-and-page', 'sandbox/node.ts', "import fs from 'node:fs'; export default fs;"],
  ['no-node-in-guest-and-page', 'renderer/node.ts', "import fs from 'node:fs'; export default fs;"],
  [
    'electron-only-in-main-and-preload',
    'core/platform/electron.ts',
    "import { app } from 'electron'; export default app;",
  ],
  ['preload-types-only', 'preload/value.ts', "export { c } from '../contract/c.ts';"],
  ['renderer-folders', 'renderer/unlisted/part.ts', "export { c } from '../../contract/c.ts';"],
  ['renderer-preload-types', 'renderer/preload.ts', "export { p } from '../preload/p.ts';"],
  ['no-circular', 'core/platform/cycle-of-types.ts', "import type { a } from './cycle.ts'; export type Z = typeof a;"],
  ['no-tests-in-product', 'core/platform/test.ts', "export * from './z.test.ts';"],
  ['no-orphan', 'core/platform/orphan.ts', 'export const orphan = 1;'],
  ['no-undeclared-package', 'core/platform/undeclared.ts', "export { default } from 'undeclared';"],
  ...[
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
  ].map((folder): [string, string, string] => [`core-${folder}-imports`, `core/${folder}/up.ts`, importsAbove]),
  ['core-session-imports', 'core/session/up.ts', "export { application } from '../application.ts';"],
  ['core-run-queue-imports', 'core/run-queue/up.ts', "export { application } from '../application.ts';"],
  ['core-folders', 'core/other/x.ts', "export { y } from '../platform/y.ts';"],
  ...[
    'console',
    'programs',
    'webhooks',
    'scripts',
    'tree',
    'editor',
    'load',
    'response',
    'environments',
    'runner',
    'palette',
    'search',
    'settings',
  ].map((feature): [string, string, string] => [`renderer-${feature}`, `renderer/${feature}/other.ts`, importsView]),
  ['renderer-workspace', 'renderer/workspace/other.ts', importsView],
  ['renderer-debugger', 'renderer/debugger/other.ts', "export { y } from '../webhooks/y.ts';"],
  ['renderer-history', 'renderer/history/other.ts', "export { y } from '../webhooks/y.ts';"],
  ['renderer-shared', 'renderer/context/other.ts', importsView],
  ['renderer-ui', 'renderer/ui/other.ts', "export { y } from '../app/y.ts';"],
  ['renderer-stores', 'renderer/tree/other-store.ts', importsView],
];

const innocent = {
  'core/platform/innocent.ts': "export { c } from '../../contract/c.ts'; export { y } from './y.ts';",
  // A view may read the store of another feature.
  'renderer/webhooks/innocent.ts': "export { store } from '../console/run-store.ts';",
};

let violations: Violation[];
let ruleNames: string[];

async function checkTree(files: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-rules-'));
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.depcruise.json', 'tsconfig.base.json', 'package.json']) {
    copyFileSync(path.join(root, name), path.join(folder, name));
  }
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of ['ws', 'electron', 'typescript']) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  mkdirSync(path.join(folder, 'node_modules/undeclared'));
  writeFileSync(path.join(folder, 'node_modules/undeclared/package.json'), '{"name":"undeclared","main":"index.js"}');
  writeFileSync(path.join(folder, 'node_modules/undeclared/index.js'), 'module.exports = 1;');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, 'src', name)), { recursive: true });
    writeFileSync(path.join(folder, 'src', name), text);
  }
  const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  // The exit code is the number of violations.
  const { stdout } = await execa(process.execPath, [cruiser, ...args], { cwd: folder, reject: false });
  const { summary } = JSON.parse(stdout) as Report;
  violations = summary.violations;
  ruleNames = summary.ruleSetUsed.forbidden.map(({ name }) => name);
}

describe('arrows', () => {
  beforeAll(async () => {
    const files = Object.fromEntries(broken.map(([, file, text]) => [file, text]));
    await checkTree({ ...targets, ...innocent, ...files });
  });
  const brokenBy = (file: string) =>
    violations.filter(({ from }) => from === `src/${file}`).map(({ rule }) => rule.name);

  test.each(broken)('%s: %s', (rule, file) => {
    expect(brokenBy(file)).toContain(rule);
  });
  test.each(Object.keys(innocent))('%s breaks no rule except no-orphan', (file) => {
    expect(brokenBy(file).filter((rule) => rule !== 'no-orphan')).toEqual([]);
  });
  test('every rule is broken once', () => {
    expect(ruleNames.filter((name) => !broken.some(([rule]) => rule === name))).toEqual([]);
  });
});

/** Files of one project, each of which breaks a rule. */
const lintViolations: [rule: string, file: string, code: string][] = [
  ['typescript(no-explicit-any)', 'src/web/any.ts', 'export const a: any = 1;'],
  [
    'typescript(no-floating-promises)',
    'src/web/floating.ts',
    'const f = (): Promise<number> => Promise.resolve(1);\nf();',
  ],
  ['typescript(restrict-template-expressions)', 'src/web/text.ts', 'export const f = (a: object) => `${a}`;'],
  ['eslint(no-restricted-imports)', 'src/web/server.ts', "import http from 'node:http';\nexport default http;"],
  ['eslint(no-console)', 'src/core/platform/events.ts', "console.log('x');"],
  ['eslint(max-lines)', 'src/core/platform/long.ts', 'export {};\n'.repeat(301)],
  [
    'react-hooks(rules-of-hooks)',
    'src/renderer/history/Hook.tsx',
    "import { useState } from 'react';\nexport const Hook = (p: { a: boolean }) => (p.a ? useState(1)[0] : 2);",
  ],
  ['eslint(id-denylist)', 'src/core/platform/names.ts', 'export const names = (asked: string[]) => asked;'],
  ['project(no-process-exit)', 'src/web/index.ts', 'process.exit(1);'],
  ['project(no-process-exit)', 'src/renderer/history/Exit.tsx', 'process.exit(1);'],
  [
    'project(no-raw-ipc)',
    'src/main/index.ts',
    "import { ipcMain } from 'electron';\nipcMain.on('x', () => undefined);",
  ],
  [
    'project(no-host-in-view)',
    'src/renderer/history/Calls.tsx',
    "declare const client: { call(name: string): void };\nclient.call('x');",
  ],
  [
    'project(no-host-in-view)',
    'src/renderer/history/Client.tsx',
    "import type { HostClient } from '../../contract/host-contract.ts';\nexport const view = (client: HostClient) => client;",
  ],
  [
    'project(no-action-in-menu)',
    'src/renderer/history/Item.tsx',
    "import { Menu } from '@mantine/core';\nexport const view = <Menu.Item onClick={() => undefined}>Delete</Menu.Item>;",
  ],
  [
    'project(no-action-in-menu)',
    'src/renderer/history/Role.tsx',
    'export const view = <button role="menuitem">Delete</button>;',
  ],
  ['project(no-spread-literal)', 'src/web/spread.ts', 'export const spread = { a: 1, ...{ b: 2 } };'],
  [
    'project(no-modal)',
    'src/renderer/history/Modal.tsx',
    "import { Modal } from '@mantine/core';\nexport const view = <Modal opened onClose={() => undefined} />;",
  ],
];

/** Files that may contain what is a violation elsewhere. */
const lintExceptions: [rule: string, file: string, code: string][] = [
  [
    'project(no-host-in-view)',
    'src/renderer/history/history-store.ts',
    "declare const client: { call(name: string): void };\nclient.call('x');\nexport {};",
  ],
  ['project(no-process-exit)', 'src/cli/index.ts', 'process.exit(1);\nexport {};'],
];

describe('lint', () => {
  interface Finding {
    code?: string;
    filename: string;
  }
  let findings: Finding[];
  const rulesBrokenIn = (file: string) => findings.filter(({ filename }) => filename === file).map(({ code }) => code);
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-oxlint-'));
    for (const [, file, code] of [...lintViolations, ...lintExceptions]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), code);
    }
    mkdirSync(path.join(folder, 'scripts'));
    for (const name of ['.oxlintrc.json', 'scripts/lint-patterns.mjs']) {
      copyFileSync(path.join(root, name), path.join(folder, name));
    }
    const compilerOptions = { types: [], jsx: 'react-jsx' };
    const project = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions, include: ['src'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
    const oxlint = path.join(root, 'node_modules/.bin/oxlint');
    const { stdout } = await execa(oxlint, ['--format', 'json', '.'], { cwd: folder, reject: false });
    findings = (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
  });
  test.each(lintViolations)('%s in %s', (rule, file) => {
    expect(rulesBrokenIn(file)).toContain(rule);
  });
  test.each(lintExceptions)('not %s in %s', (rule, file) => {
    expect(rulesBrokenIn(file)).not.toContain(rule);
  });
  test('every pattern of this project is forbidden somewhere', () => {
    const names = Object.keys(lintPatterns.rules).map((name) => `project(${name})`);
    expect(names.filter((name) => !lintViolations.some(([rule]) => rule === name))).toEqual([]);
  });
});
