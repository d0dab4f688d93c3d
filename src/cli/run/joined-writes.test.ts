import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { joinWrites } from './joined-writes.ts';

test('the texts of one turn are written together, at once where they are many, and those of the next turn after them', async () => {
  const written: string[] = [];
  const write = joinWrites((text) => written.push(text));
  write('a');
  write('b');
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual(['ab']);
  write('c');
  await nextTurn();
  expect(written).toEqual(['ab', 'c']);
  for (let index = 0; index < 300_000; index += 1) write('x');
  expect(written.length).toBeGreaterThan(4);
  await nextTurn();
  expect(written.join('')).toBe(`abc${'x'.repeat(300_000)}`);
});

test.each([
  ['an exit', 'process.exit(3)', 3],
  ['an error', 'throw new Error("broken")', 1],
])('%s in the same turn loses no text', async (_what, end, exitCode) => {
  const module = pathToFileURL(path.join(import.meta.dirname, 'joined-writes.ts')).href;
  const program = `import { joinWrites } from ${JSON.stringify(module)};
    setTimeout(() => { joinWrites((text) => process.stdout.write(text))('last words'); ${end}; });`;
  const ended = await execa(process.execPath, ['--input-type=module', '-e', program], { reject: false });
  expect([ended.stdout, ended.exitCode]).toEqual(['last words', exitCode]);
});
