/** The recognition, tested with the corpus. */
import { describe, expect, test } from 'vitest';
import { messagingBody, recognize } from '../recognition/recognize.ts';
import { corpus } from './corpus.ts';

test('the corpus is large, varied and without duplicates', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(300);
  expect(new Set(corpus.map(({ body }) => JSON.stringify(body))).size).toBe(corpus.length);
  expect(new Set(corpus.map(({ kind }) => kind)).size).toBeGreaterThan(90);
  expect(corpus.filter(({ differences }) => differences.length > 0).length).toBeGreaterThan(80);
});

describe('each body', () => {
  test.each(corpus.map((entry) => [entry.name, entry] as const))('%s', (_name, { body, kind, differences }) => {
    const recognized = recognize(messagingBody(body) === undefined ? undefined : body);
    const verdict = kind === null ? 'unknown' : differences.length > 0 ? 'differs' : 'documented';
    expect(recognized.differences.map(({ path }) => path)).toEqual(differences);
    expect(recognized).toMatchObject({ kind, verdict });
    expect(recognized.sentence).not.toMatch(/undefined|null|\[object/);
  });
});

test('everything is recognised, and less than one in a hundred is a false alarm', () => {
  const documented = corpus.filter(({ kind, differences }) => kind !== null && differences.length === 0);
  const recognized = documented.map(({ body }) => recognize(body));
  expect(recognized.filter(({ kind }) => kind === null)).toEqual([]);
  expect(recognized.filter(({ verdict }) => verdict !== 'documented').length).toBeLessThan(documented.length / 100);
  const differingEntries = corpus.filter(({ differences }) => differences.length > 0);
  expect(differingEntries.filter(({ body }) => recognize(body).verdict !== 'differs')).toEqual([]);
});
