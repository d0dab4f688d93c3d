import { describe, expect, test } from 'vitest';
import { exampleFor } from './messaging/recognition/recognize.ts';
import { describeProviders } from './provider-descriptions.ts';
import { createRecognizer } from './recognize.ts';

function recognizeText(text: string, contentType?: string) {
  let json: unknown;
  try {
    json = JSON.parse(text) as unknown;
  } catch {
    json = undefined;
  }
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') === true;
  const form = isForm ? [...new URLSearchParams(text)].map(([name, value]) => ({ name, value })) : null;
  const parsed = { text, json, problem: null, form };
  const headers = contentType === undefined ? [] : [{ name: 'Content-Type', value: contentType }];
  return createRecognizer().recognize({ method: 'POST', path: '/', headers, parsed });
}

describe('a body of no known provider has no provider-specific meanings', () => {
  test.each([
    ['', undefined, 'No body', ''],
    ['{"a":1,"b":2}', undefined, 'JSON', 'a, b'],
    ['[1,2]', undefined, 'JSON array', '2 items'],
    ['null', undefined, 'JSON', 'null'],
    ['{"a":', undefined, 'Malformed JSON', '{"a":'],
    ['nope', 'application/json', 'Malformed JSON', 'nope'],
    ['a=1&b=2', 'application/x-www-form-urlencoded; charset=utf-8', 'Form', 'a, b'],
    ['<a/>', 'application/xml', 'XML', '<a/>'],
    ['hello\nworld', 'text/plain', 'Text', 'hello world'],
    ['a\x1b%00=1&b\u202e=2', 'application/x-www-form-urlencoded', 'Form', 'a\\x1b\\x00, b\\u{202e}'],
    ['\x1b'.repeat(300), 'application/x-www-form-urlencoded', 'Form', `${'\\x1b'.repeat(50)}…`],
    ['{"__proto__":{"typeWebhook":"x"},"constructor":1}', undefined, 'JSON', '__proto__, constructor'],
    [
      '{"text":"{{SWE002}}","messageData":{"textMessageData":{"textMessage":"{{SWE001}}"}}}',
      undefined,
      'JSON',
      'text, messageData',
    ],
  ])('%s', (text, contentType, title, sentence) => {
    const recognized = recognizeText(text, contentType);
    expect(recognized).toMatchObject({ provider: null, event: null, kind: null, code: null, verdict: 'unknown' });
    expect(recognized).toMatchObject({ title, sentence });
    expect(recognized.meaningOf('text')).toBe('');
  });
});

test('a notification of the messaging service is recognised, also in the envelope of its queue', () => {
  const body = exampleFor('incoming_text');
  const alone = recognizeText(JSON.stringify(body));
  expect(alone).toMatchObject({ provider: 'messaging', event: 'incomingMessageReceived', kind: 'incoming_text' });
  const queued = [1, 2].map((receiptId) => recognizeText(JSON.stringify({ receiptId, body })));
  expect(queued.map(({ identity }) => identity)).toEqual([alone.identity, alone.identity]);
});

test('the descriptions are those of the providers that recognise, in the same order', () => {
  const definition = { name: 'Own\u202e', recognize: [], event: 'event', fields: {}, events: {} };
  const definitions = ['shop', 'stripe'].map((id) => ({ id, definition }));
  const descriptions = createRecognizer(definitions).providers.map(({ id, name, documentation, signature }) => ({
    id,
    name,
    documentation,
    signature,
  }));
  expect(describeProviders(definitions)).toEqual(descriptions);
});
