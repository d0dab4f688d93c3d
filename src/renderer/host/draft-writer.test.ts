import { expect, test } from 'vitest';
import { MAX_DRAFT_LENGTH } from '../../contract/collection/draft-limits.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import { createDraftWriter } from './draft-writer.ts';

const options = { onProblem: () => undefined, onConflict: () => undefined, textOf: () => null, window: 'one' };

test('flush waits for drafts that the host has not answered yet, and sends later ones at once', async () => {
  const sent: Record<string, string | null>[] = [];
  const answers: (() => void)[] = [];
  const client = {
    call: (_name: string, { drafts }: { drafts: Record<string, string | null> }) => {
      sent.push(drafts);
      return new Promise((resolve) => answers.push(() => resolve({ refused: [], conflicts: {} })));
    },
  } as unknown as HostClient;
  const writer = createDraftWriter(client, { ...options, onProblem: (error) => expect.unreachable(String(error)) });
  writer.enqueue('request a', '1');
  void writer.flush();
  writer.enqueue('request b', '2');
  let isFlushed = false;
  const flushed = writer.flush().then(() => (isFlushed = true));
  expect(sent).toEqual([{ 'request a': '1' }, { 'request b': '2' }]);
  answers[1]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isFlushed).toBe(false);
  answers[0]?.();
  await flushed;
});

test('a draft that is refused, by the host or for its length, is still there with its last text', async () => {
  const client = {
    call: () => Promise.resolve({ refused: ['request no-room'], conflicts: {} }),
  } as unknown as HostClient;
  const writer = createDraftWriter(client, options);
  const tooLong = 'x'.repeat(MAX_DRAFT_LENGTH + 1);
  writer.enqueue('request big', tooLong);
  writer.enqueue('request no-room', 'y');
  await writer.flush();
  expect(writer.unstored()).toEqual({ 'request big': tooLong, 'request no-room': 'y' });
  writer.enqueue('request big', 'short');
  writer.enqueue('request no-room', null);
  await writer.flush();
  expect(writer.unstored()).toEqual({});
});
