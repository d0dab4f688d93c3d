import { describe, expect, test } from 'vitest';
import { kinds } from './kinds.ts';
import { exampleFor, exampleKinds, QUEUE_ENVELOPE, recognize } from './recognize.ts';

describe('every documented kind', () => {
  test('has one example, and every example has a kind', () => {
    expect(exampleKinds.length).toBeGreaterThanOrEqual(125);
    expect([...kinds.map(({ kind }) => kind), QUEUE_ENVELOPE].sort()).toEqual([...exampleKinds].sort());
  });
  test.each(exampleKinds)('%s is recognised by its example', (kind) => {
    const recognized = recognize(exampleFor(kind));
    expect(recognized).toMatchObject({ kind, verdict: 'documented', differences: [] });
    expect(recognized.title).not.toMatch(/^Unknown|undefined/);
    expect(recognized.sentence).toMatch(/^[A-Z0-9].*\.$/s);
    expect(recognized.sentence).not.toMatch(/undefined|null|\[object/);
  });
});

describe('error codes', () => {
  test.each([
    ['swe001', 'SWE001', /arrived empty/, /send it again/],
    ['swe002', 'SWE002', /larger than 100 MB/, /phone/],
    ['swe003', 'SWE003', /decrypted/, /scan the QR code/],
    ['swe004', 'SWE004', /too many participants/, /smaller group/],
  ])('%s', (kind, code, meaning, advice) => {
    const recognized = recognize(exampleFor(kind));
    expect(recognized.code).toMatchObject({ code, known: true });
    expect(recognized.code?.meaning).toMatch(meaning);
    expect(recognized.code?.advice).toMatch(advice);
    expect(recognized.sentence).toContain(code);
  });
  test('an unknown code is shown as unknown', () => {
    const body = exampleFor('swe001') as { messageData: { textMessageData: { textMessage: string } } };
    body.messageData.textMessageData.textMessage = '{{SWE999}}';
    expect(recognize(body).code).toMatchObject({ code: 'SWE999', known: false });
  });
  test.each(['image', 'video', 'audio', 'document', 'sticker'])('SWE002 on a file: %s', (file) => {
    const body = exampleFor(`incoming_${file}`) as { messageData: { fileMessageData: { downloadUrl: string } } };
    body.messageData.fileMessageData.downloadUrl = '{{SWE002}}';
    expect(recognize(body)).toMatchObject({ kind: 'swe002', verdict: 'documented', code: { code: 'SWE002' } });
  });
  test('a text that only mentions a code has no code', () => {
    const body = exampleFor('incoming_text') as { messageData: { textMessageData: { textMessage: string } } };
    body.messageData.textMessageData.textMessage = 'What is {{SWE001}}?';
    expect(recognize(body).code).toBeNull();
  });
});

describe('shapes', () => {
  test('differences are reported with their paths', () => {
    const body = exampleFor('incoming_location') as {
      instanceData: Record<string, unknown>;
      messageData: { locationMessageData: Record<string, unknown> };
    };
    body.instanceData['idInstance'] = 'text';
    delete body.messageData.locationMessageData['latitude'];
    body.messageData.locationMessageData['planet'] = 'Mars';
    expect(recognize(body)).toMatchObject({
      verdict: 'differs',
      differences: [
        { path: '$.instanceData.idInstance', problem: 'is a string, documented as a number' },
        { path: '$.messageData.locationMessageData.latitude', problem: 'missing' },
        { path: '$.messageData.locationMessageData.planet', problem: 'not documented' },
      ],
    });
  });
  test('contradictions of the official material are not differences', () => {
    const quota = exampleFor('quota_exceeded') as { quotaData: Record<string, unknown> };
    quota.quotaData['used'] = '3';
    expect(recognize(quota).verdict).toBe('documented');
    expect(recognize(exampleFor('quota_exceeded_mistyped')).variant).toMatch(/incomingBlock/);
  });
  test.each([
    ['a new kind', { typeWebhook: 'brandNew' }, 'Unknown kind: brandNew'],
    [
      'a new message',
      { typeWebhook: 'incomingMessageReceived', messageData: { typeMessage: 'hologram' } },
      'Unknown kind: incomingMessageReceived / hologram',
    ],
  ])('%s is distinguished', (_name, body, title) => {
    expect(recognize(body)).toMatchObject({ kind: null, verdict: 'unknown', title });
  });
  test('a hundred thousand levels cause no error', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = { messageData: deep };
    expect(recognize({ typeWebhook: 'incomingMessageReceived', messageData: deep }).kind).toBeNull();
  });
});
