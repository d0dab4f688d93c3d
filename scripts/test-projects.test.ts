import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { integrationTests, isolatedTests } from './test-projects.ts';

const root = path.join(import.meta.dirname, '..');

test('helpers have no hooks at their top, which would run for the first file of a shared process only', () => {
  const helpers = globSync('{src,scripts,bench}/**/testing/**/*.ts', { cwd: root });
  expect(helpers.length).toBeGreaterThan(20);
  const hasHook = (name: string) =>
    /^(?:before|after)(?:All|Each)\(/m.test(readFileSync(path.join(root, name), 'utf8'));
  expect(helpers.filter(hasHook)).toEqual([]);
});

test('a test that starts programs itself has a process of its own, one that starts the core shares it', () => {
  expect(isolatedTests).toContain('src/core/processes/launcher/launcher.test.ts');
  expect(isolatedTests).not.toContain('src/renderer/collection/request-store.test.ts');
  expect(integrationTests).toEqual(expect.arrayContaining(isolatedTests));
});
