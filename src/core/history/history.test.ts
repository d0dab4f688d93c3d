/** What the history keeps of a send, with secrets that are common words. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMask } from '../platform/secrets/mask.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openHistory } from './history.ts';
import type { SentRecord } from './history-record.ts';

test('a secret that is the name of a member hides the texts that hold it, and the send can be read again', () => {
  const history = openHistory(path.join(temporaryFolder('history'), 'history.db'), (text) => expect.unreachable(text));
  const record: SentRecord = {
    at: 1,
    request: 'a.yml',
    name: 'a',
    method: 'POST',
    url: 'http://x/?q=text',
    status: 200,
    durationMs: 1,
    size: 4,
    failure: null,
    requestHeaders: [{ name: 'X-Kind', value: 'edited' }],
    headers: [],
    text: 'the text',
    edited: {
      method: 'POST',
      url: 'http://x/?q=text',
      params: [],
      headers: [],
      auth: { type: 'none' },
      variables: [],
      body: { type: 'json', text: '{"value":"json"}' },
      preRequest: '',
      postResponse: '',
      docs: '',
      settings: {},
    } as unknown as SentRecord['edited'],
  };
  history.add(record, createMask(['text', 'edited', 'json', 'url', 'value', 'type', 'headers']));
  const [entry] = history.list('', { limit: 1 });
  expect(history.get(entry?.id ?? 0)).toMatchObject({
    url: 'http://x/?q=(secret)',
    text: 'the (secret)',
    requestHeaders: [{ name: 'X-Kind', value: '(secret)' }],
    edited: { url: 'http://x/?q=(secret)', body: { type: 'json', text: '{"(secret)":"(secret)"}' } },
  });
  history.close();
});
