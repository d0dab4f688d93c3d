/** Files of history, stored runs and notifications contain no secret: every byte is searched. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import type { EditedRequest } from '../../contract/collection/collection.ts';
import { newReport } from '../../contract/runs/fold-report.ts';
import { openHistory } from '../history/history.ts';
import { createNotifications } from '../notifications/notifications.ts';
import { toHarEntries, toNdjson } from '../notifications/export-formats.ts';
import { parseBody } from '../notifications/body/parse-body.ts';
import { createMask } from '../platform/secrets/mask.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const KNOWN = 'Kn0wn/va"lue';
const UNKNOWN = 'Unkn0wnValue';
const mask = createMask([KNOWN]);
const encoded = encodeURIComponent(KNOWN);
const forms = [
  KNOWN,
  JSON.stringify(KNOWN).slice(1, -1),
  encoded,
  encoded.toLowerCase(),
  UNKNOWN,
  ...[KNOWN, UNKNOWN].map((text) => Buffer.from(text).toString('base64').slice(0, 15)),
  Buffer.from(`user:${KNOWN}`).toString('base64').slice(8, 20),
];
let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder('rest'), 'state');
});
function expectNoSecrets() {
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const text = readFileSync(path.join(folder, name)).toString('latin1');
    for (const form of forms) expect(text, name).not.toContain(form);
    if (name.includes('sqlite')) expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
  }
  expect(statSync(folder).mode & 0o077).toBe(0);
}
const field = (name: string, value: string) => ({ name, value, enabled: true, description: '' });

test('secrets are masked in the history (address, headers, edited request, response, error) and in stored runs', () => {
  const history = openHistory(path.join(folder, 'history.sqlite'), () => undefined);
  const url = `https://me:${UNKNOWN}@host/a?access_token=${UNKNOWN}&q=${encoded}`;
  const edited = {
    method: 'POST',
    // An address needs no scheme.
    url: url.slice('https://'.length),
    params: [{ ...field('api_key', UNKNOWN), type: 'query' }],
    headers: [field('X-Api-Key', UNKNOWN), field('X-Any', KNOWN)],
    auth: { type: 'basic', username: 'user', password: UNKNOWN, token: '{{token}}' },
    variables: [field('password', UNKNOWN)],
    preRequest: `const k = ${JSON.stringify(KNOWN)};`,
    postResponse: '',
    docs: '',
    body: { type: 'form-urlencoded', fields: [field('client_secret', UNKNOWN), field('other', KNOWN)] },
    settings: { timeout: null, followRedirects: null, maxRedirects: null },
  } as unknown as EditedRequest;
  const record = {
    at: 1,
    request: 'a',
    name: `a ${KNOWN}`,
    method: 'POST',
    url,
    status: 200,
    durationMs: 1,
    size: 1,
    edited,
    failure: `cannot reach ${url}`,
    requestHeaders: [
      { name: 'Authorization', value: `Basic ${Buffer.from(`user:${KNOWN}`).toString('base64')}` },
      { name: 'Cookie', value: `sid=${UNKNOWN}` },
      { name: 'Referer', value: url },
    ],
    headers: [
      { name: 'Set-Cookie', value: `sid=${UNKNOWN}; Path=/` },
      { name: 'Location', value: `/x?code=${UNKNOWN}` },
    ],
    text: JSON.stringify({ [KNOWN]: { a: [KNOWN, Buffer.from(`x${KNOWN}`).toString('base64')] } }),
  };
  history.add(record, mask);
  const request = {
    index: 0,
    iteration: 0,
    id: 'a',
    name: 'a',
    path: ['a'],
    method: 'GET',
    url,
    status: null,
    statusText: '',
    durationMs: 1,
    size: 1,
    skipped: false,
    failure: { message: `cannot reach ${url}`, remedy: KNOWN },
    tests: [{ name: KNOWN, state: 'failed' as const, error: KNOWN }],
    errors: [KNOWN, url],
  };
  history.runs.add('', { ...newReport(null), name: KNOWN, outcome: 'failed', requests: [request] }, mask);
  expectNoSecrets();
  const [entry] = history.list('', { limit: 1 });
  expect(history.get(entry?.id ?? 0).edited.auth).toMatchObject({ username: 'user', token: '{{token}}' });
  history.close();
  expectNoSecrets();
});

test('secrets in notifications are masked on disk and in exports, and unmasked for scripts that are running', async () => {
  const file = path.join(folder, 'notifications.sqlite');
  const open = () =>
    createNotifications({ file, mask: () => mask, onReceived: () => undefined, onStatus: () => undefined });
  let notifications = open();
  const rawHeaders = ['Authorization', `Bearer ${UNKNOWN}`, 'X-Any', KNOWN, 'Content-Type', 'application/json'];
  const body = Buffer.from(JSON.stringify({ known: KNOWN, twice: JSON.stringify(KNOWN) }));
  const arrival = { receivedAt: new Date(), source: 'import' as const, method: 'POST', peer: '' };
  const packed = [
    { coding: 'gzip', body: zlib.gzipSync(body) },
    { coding: 'deflate', body: zlib.deflateSync(body) },
    { coding: 'br', body: zlib.brotliCompressSync(body) },
  ];
  const form = ['Content-Type', 'application/x-www-form-urlencoded'];
  await notifications.add([
    { ...arrival, path: `/hook?token=${UNKNOWN}`, rawHeaders, body },
    { ...arrival, path: '/form', rawHeaders: form, body: Buffer.from(`password=${UNKNOWN}&other=${encoded}`) },
    ...packed.map(({ coding, body: bytes }) => {
      return { ...arrival, path: '/packed', rawHeaders: ['Content-Encoding', coding], body: bytes };
    }),
    { ...arrival, path: '/plain', rawHeaders: ['X-A', 'b'], body: Buffer.from([0xff, 0xfe, 0]) },
  ]);
  expectNoSecrets();
  const live = await notifications.after(0, 10);
  expect(live[0]).toMatchObject({ path: `/hook?token=${UNKNOWN}`, body });
  expect(live[0]?.headers[0]).toEqual({ name: 'Authorization', value: `Bearer ${UNKNOWN}` });
  const exported = toNdjson(live, mask) + toHarEntries(live, mask);
  for (const text of forms) expect(exported).not.toContain(text);
  await notifications.close();
  expectNoSecrets();
  notifications = open();
  const later = await notifications.after(0, 10);
  for (const { body: stored, headers } of later.splice(2, packed.length)) {
    const { text } = parseBody(stored, headers);
    expect(JSON.parse(text)).toEqual({ known: '(secret)', twice: '"(secret)"' });
  }
  expect(later[0]?.headers[0]).toEqual({ name: 'Authorization', value: 'Bearer (masked)' });
  expect(later[1]?.body.toString()).toBe('password=(masked)&other=(secret)');
  expect(later[2]?.body).toEqual(Buffer.from([0xff, 0xfe, 0]));
  await notifications.close();
});
