import { expect, test } from 'vitest';
import { createKnownScripts } from './known-scripts.ts';

test('a script that creates scripts from text without end does not fill the memory of the application', () => {
  const scripts = createKnownScripts({ placeOf: () => null });
  const add = (scriptId: string) =>
    scripts.add({
      scriptId,
      url: '',
      executionContextId: 2,
      startLine: 0,
      startColumn: 0,
      endLine: 0,
      endColumn: 9,
      hash: '',
    });
  for (let id = 1; id <= 20_001; id += 1) add(String(id));
  expect(scripts.isOfUser('20000')).toBe(true);
  expect(scripts.isOfUser('20001')).toBe(false);
});
