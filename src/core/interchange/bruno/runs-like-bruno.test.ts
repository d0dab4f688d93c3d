/** Collections of Bruno, run by Bruno's command line and here: every test and assertion has the same result. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBru } from '../../testing/bru.ts';
import { runFolder } from '../../testing/collection-run.ts';
import { sharedRunner, sharedServer } from '../../testing/fixtures.ts';
import { loadCollection, type LoadedCollection } from '../../collection/files/collection-files.ts';
import { importText } from '../import.ts';
import { toLoaded } from '../imported/to-loaded.ts';
import { writeImported } from '../imported/write-imported.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const samples = path.join(import.meta.dirname, 'testing');
const runner = sharedRunner();
const bru = createBru();
afterAll(() => bru.end());
/** What arrived at the server: method, address and body, in order. */
let received: string[] = [];
const server = sharedServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const type = (request.headers['content-type'] ?? '').replace(/boundary=.*/, 'boundary');
    // Bruno encodes spaces in forms as `+`; Postman and Outrigger as `%20`.
    const spaced = type.includes('urlencoded') ? body.replaceAll('+', '%20') : body;
    const comparable = type.includes('boundary') ? body.replace(/-{6,}[-\w]+/g, '--b') : spaced;
    // Bruno sends the parameters in another order.
    if (request.url === '/token') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"access_token":"t-1","token_type":"Bearer","expires_in":3600}');
      return;
    }
    received.push(`${request.method} ${request.url} ${type} ${comparable}`);
    const [, status = '200'] = /^\/status\/(\d+)/.exec(request.url ?? '') ?? [];
    response.writeHead(Number(status), { 'content-type': 'application/json', 'set-cookie': ['seen=1; Path=/'] });
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
  });
});
/** Values that Bruno, like Outrigger, stores outside of the collection. */
const brunoSecrets = { secret_token: 's3cret' };
const folder = () => temporaryFolder('bruno');

/** Writes a sample of several files, each after a line `=== path`, with the address of the server. */
function unpack(sample: string): string {
  const root = folder();
  const text = readFileSync(path.join(samples, sample), 'utf8').replaceAll('BASE', server.url);
  for (const [, name = '', content = ''] of text.matchAll(/^=== (.+)\n([^]*?)(?=^=== |$(?![^]))/gm)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return root;
}

/**
 * @param ours the same collection in the forms in which it is run here
 * @param secrets of the environment
 */
async function compare(
  source: string,
  ours: readonly LoadedCollection[],
  secrets: Record<string, string> = {},
): Promise<void> {
  received = [];
  const report = path.join(folder(), 'report.json');
  const brunoRequests = await bru.run(source, {
    report,
    args: [
      '--env',
      'Local',
      ...Object.entries(brunoSecrets).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
    ],
  });
  expect(brunoRequests.length).toBeGreaterThan(2);
  expect(brunoRequests.every(({ tests }) => Object.keys(tests).length > 0)).toBe(true);
  const theirRequests = received;
  // Bruno's report masks the values of the .env file and of the command line, also in names.
  const hidden = Object.values({ ...secrets, ...brunoSecrets });
  const nameOf = (name: string) => hidden.reduce((text, value) => text.replaceAll(value, '********'), name);
  const statesOf = (tests: Record<string, string>) =>
    Object.fromEntries(Object.entries(tests).map(([name, state]) => [nameOf(name), state]));
  for (const collection of ours) {
    received = [];
    const { requests, events } = await runFolder(runner, collection, 'Local', { ...secrets, ...brunoSecrets });
    // Only our list contains requests that a script has run.
    const nested = new Set(
      events.flatMap((other) =>
        other.type === 'request.started' && other.caller !== undefined ? [other.request ?? -1] : [],
      ),
    );
    const outer = requests.filter((_, index) => !nested.has(index));
    expect(outer.flatMap(({ errors }) => errors)).toEqual([]);
    expect(outer.map(({ id, tests }) => ({ id, tests: statesOf(tests) }))).toEqual(
      brunoRequests.map(({ id, tests }) => ({ id, tests })),
    );
    expect(received).toEqual(theirRequests);
  }
}

/** @returns an import as it is in the workspace, and as it is run without being written. */
async function bothForms(source: string): Promise<{ ours: LoadedCollection[]; secrets: Record<string, string> }> {
  const target = folder();
  const imported = await importText('', source, { folder: source });
  expect(imported.warnings).toEqual([]);
  const { renamed, secrets } = await writeImported(target, imported);
  expect(renamed).toEqual([]);
  return {
    ours: [await loadCollection(target), toLoaded(imported, source)],
    secrets: Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
  };
}

test('a folder written by Bruno 3: scripts, assertions, variables of the response, order', async () => {
  const source = unpack('bruno-3.txt');
  await compare(source, [await loadCollection(source)]);
}, 120_000);

test.each([
  ['with files, modules and body kinds', 'bruno-2.txt'],
  ['with and without numbers, with equal ones and with numbers beyond the end', 'bruno-order.txt'],
  ['with a block of each kind, a file .env and secrets', 'bruno-blocks.txt'],
  ['with texts that stay as they are, and the path of its folder', 'bruno-scripts.txt'],
])(
  'a folder with .bru files, imported and as it is: %s',
  async (_, sample) => {
    const source = unpack(sample);
    const { ours, secrets } = await bothForms(source);
    await compare(source, ours, secrets);
  },
  120_000,
);
