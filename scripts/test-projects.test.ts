import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { integrationTests, isolatedTests, startingTests } from './test-projects.ts';

const root = path.join(import.meta.dirname, '..');

test('helpers have no hooks at their top, which would run for the first file of a shared process only', () => {
  const helpers = globSync('{src,scripts,bench}/**/testing/**/*.ts', { cwd: root });
  expect(helpers.length).toBeGreaterThan(20);
  const hasHook = (name: string) =>
    /^(?:before|after)(?:All|Each)\(/m.test(readFileSync(path.join(root, name), 'utf8'));
  expect(helpers.filter(hasHook)).toEqual([]);
});

test('a test that starts programs itself shares a process with its like, one that starts the core with others', () => {
  expect(startingTests).toContain('src/core/processes/launcher/launcher.test.ts');
  expect(startingTests).not.toContain('src/renderer/collection/request-store.test.ts');
  expect(integrationTests).toEqual(expect.arrayContaining(startingTests));
});

test('a test that counts open sockets, or starts hundreds of programs, has a process of its own', () => {
  const examples = [
    'src/core/interchange/curl/curl.test.ts',
    'src/core/programs/call/printed-command/printed-command.test.ts',
    'src/web/malformed.test.ts',
  ];
  expect(isolatedTests).toEqual(expect.arrayContaining(examples));
  expect(startingTests.filter((name) => isolatedTests.includes(name))).toEqual([]);
});
