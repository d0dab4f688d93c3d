import { expect, test } from 'vitest';
import { applyVariables } from './edit-environment.ts';

test.each(['', '~\n', 'null\n', '# nothing\n'])('a file with %j gets its first members', (text) => {
  expect(applyVariables(text, [{ name: 'a', value: '1', secret: false }])).toContain('- name: a\n    value: "1"');
});
test.each(['text\n', '- a\n', '5\n'])('a file with %j is named as damaged', (text) => {
  expect(() => applyVariables(text, [{ name: 'a', value: '1', secret: false }], { file: 'f.yml' })).toThrow(/f\.yml/);
});
