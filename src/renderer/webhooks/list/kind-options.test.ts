import { expect, test } from 'vitest';
import { kindOptions } from './kind-options.ts';

test('kinds with the same title can be told apart in a list', () => {
  const kind = (name: string, title: string) => ({ kind: name, title, setting: '' });
  const labels = kindOptions([kind('text', 'Text'), kind('audio', 'Audio'), kind('audio_old', 'Audio')]);
  expect(labels.map(({ label }) => label)).toEqual(['Text', 'Audio (audio)', 'Audio (audio_old)']);
});
