/** The size of every text follows the font size setting, so no text has a size in pixels. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../src/renderer');
const IN_PIXELS = /(?:^|[\s;{])(?:font-size|line-height|font)\s*:[^;]*\d(?:\.\d+)?px/;

test.each(globSync('**/*.css', { cwd: folder }))('no text of %s has a size in pixels', (file) => {
  const rules = readFileSync(path.join(folder, file), 'utf8').split(';');
  expect(rules.filter((rule) => IN_PIXELS.test(rule)).map((rule) => rule.trim())).toEqual([]);
});
