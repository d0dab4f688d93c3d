import vm from 'node:vm';
import { expect, test } from 'vitest';
import { shortenSource } from './short-source.ts';

test('a shortened file has only ASCII characters, no comments but those about licenses, and gives the same values', () => {
  const code = `/*! Some License */
/** Returns “texts”. */
function textsOf(name) {
\t// An inner comment…
\treturn ['…👍', \`\${name}→\`, /[–😀]/u.test('😀'), 'a\\…b', '\\u2026'];
}
textsOf('ä');`;
  const short = shortenSource('chunk.cjs', code, false);
  expect(short).toMatch(/^[\0-\x7f]+$/);
  expect(short).toContain('Some License');
  expect(short).not.toContain('inner comment');
  expect(short).not.toContain('Returns');
  expect(short).toContain('function textsOf(name) {\n');
  expect(vm.runInNewContext(short)).toEqual(vm.runInNewContext(code));
  expect(vm.runInNewContext(short)).toEqual(['…👍', 'ä→', true, 'a…b', '…']);
});

test('a character that cannot be escaped is an error that names the file', () => {
  expect(() => shortenSource('chunk.cjs', 'String.raw`…`;', false)).toThrow('chunk.cjs contains "…"');
  expect(() => shortenSource('chunk.cjs', 'return', true)).toThrow('chunk.cjs could not be shortened');
});
