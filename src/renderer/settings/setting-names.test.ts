/** Every setting that the palette finds is on the page of settings. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from './setting-names.ts';

const pages = globSync('**/*.tsx', { cwd: import.meta.dirname }).map((name) =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8'),
);

test.each(Object.entries(settingNames))('%s is on the page of its section', (id, { section }) => {
  const places = pages.filter((page) => page.includes(`id="${id}"`));
  expect(places.length, `src/renderer/settings needs an element with id="${id}" in the section ${section}`).toBe(1);
});
