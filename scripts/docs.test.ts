/** Runs every example of the user's pages as it is printed there. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brunoLibraries } from '../src/contract/scripts/guest-operations.ts';
import { contractParamTypes } from '../src/core/programs/jar/param-types.ts';
import { languages } from '../src/core/programs/languages/languages.ts';
import { hasInterpreter } from '../src/core/testing/interpreters.ts';
import { exampleFor } from '../src/core/providers/messaging/recognition/recognize.ts';
import { createNotifications, type Notifications } from '../src/core/notifications/notifications.ts';
import { createRunWebhooks } from '../src/core/notifications/run-webhooks.ts';
import { sharedRunner } from '../src/core/testing/fixtures.ts';
import { listen } from '../src/core/testing/listen.ts';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';

const page = readFileSync(path.join(import.meta.dirname, '../docs/external-programs.md'), 'utf8');
const examples = [...page.matchAll(/```js(?: needs=([\w,]+))?\n([\s\S]*?)```/g)].map(([, needs = '', code = '']) => ({
  code,
  needs: needs.split(',').filter(Boolean),
  title: code.split('\n')[0],
}));

const runner = sharedRunner();

describe('docs/webhooks.md', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');
  const scripts = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => ({
    code,
    title: code.split('\n')[0],
  }));
  /** Stands for the reader's own server, to which a rehearsal has sent an order. */
  const shop = http.createServer((_request, response) => void response.end('{"total":1}'));
  let notifications: Notifications;
  beforeAll(async () => {
    const file = path.join(temporaryFolder('docs'), 'n.sqlite');
    notifications = createNotifications({ file, onReceived: () => undefined, onStatus: () => undefined });
    await notifications.listen({ port: 0 });
    await listen(shop);
  });
  afterAll(() => notifications.close());
  afterAll(() => void shop.close());

  test.each(scripts)('$title', async ({ code }) => {
    // The examples receive a notification through this function; a reader has the simulator or the service itself.
    const arrive = `const fetchNotification = (kind) => pm.sendRequest({ url: pm.webhooks.url, method: 'POST', body: { mode: 'raw', raw: JSON.stringify(${JSON.stringify(
      Object.fromEntries(
        ['outgoing_status_read', 'outgoing_status_sent', 'swe002'].map((kind) => [kind, exampleFor(kind)]),
      ),
    )}[kind]) } });\n`;
    const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
    const withRealAddress = code.replace(
      'http://localhost:3000',
      `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    );
    const data = { body: { order: { number: 7 } } };
    const { error, of } = await runner.run(arrive + withRealAddress, { resources: { webhooks }, data });
    expect(error).toBeUndefined();
    expect(of('test').filter(({ state }) => state !== 'passed')).toEqual([]);
  });
});

test('docs/coming-from.md names the libraries that only scripts of Bruno can require', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../docs/coming-from.md'), 'utf8');
  expect(Object.keys(brunoLibraries).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** The commands of the pages about runs, executed by a shell in a folder with the files that the pages show. */
describe('docs/requests.md, docs/runs.md and docs/coming-from.md', () => {
  const root = path.join(import.meta.dirname, '..');
  const read = (name: string) => readFileSync(path.join(root, 'docs', name), 'utf8');
  const folder = temporaryFolder('docs-runs');
  const commands = [read('runs.md'), read('coming-from.md')].flatMap((text) =>
    [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n')),
  );
  const requests: { method: string | undefined; url: string | undefined; body: string }[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ method: request.method, url: request.url, body });
      response.writeHead(201).end('{}');
    });
  });
  beforeAll(async () => {
    const base = `http://127.0.0.1:${await listen(server)}`;
    const write = (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    };
    write('shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
    write('shop/environments/Local.yml', `name: Local\nvariables:\n  - name: base\n    value: ${base}\n`);
    for (const [, name = '', text = ''] of read('requests.md').matchAll(/```yaml file=(\S+)\n([\s\S]*?)```/g)) {
      write(`shop/${name}`, text);
    }
    write('shop/other.yml', `info:\n  name: Other\nhttp:\n  method: GET\n  url: "{{base}}/other"\n`);
    write('rows.csv', 'product\nmint\nchai\n');
    write('local.json', JSON.stringify({ name: 'Local', values: [{ key: 'base', value: base }] }));
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
    write(
      'shop.postman_collection.json',
      JSON.stringify({ info: { name: 'Brought', schema }, item: [{ name: 'One', request: '{{base}}' }] }),
    );
  });
  afterAll(() => void server.close());

  test.each(commands)('%s', async (command) => {
    requests.length = 0;
    const line = command.replace('npx outrigger', `"${process.execPath}" "${path.join(root, 'out/main/cli.cjs')}"`);
    const { status, output } = await new Promise<{ status: number | null; output: string }>((resolve) => {
      const child = spawn(line, { cwd: folder, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.on('exit', (code) => resolve({ status: code, output }));
    });
    expect(status, output).toBe(0);
    if (command.includes(' run ')) expect(requests.length, output).toBeGreaterThan(0);
  });
  test('the request is sent as the page says', () => {
    expect(existsSync(path.join(folder, 'results.xml'))).toBe(true);
    expect(readFileSync(path.join(folder, 'report.html'), 'utf8')).toContain('Create an order');
    const junit = readFileSync(path.join(folder, 'results.xml'), 'utf8');
    expect(junit.match(/<testcase name="was created"/g)).toHaveLength(2);
  });
});

describe('docs/external-programs.md', () => {
  test.each(examples)(
    '$title',
    async ({ code, needs }) => {
      if (!needs.every(hasInterpreter)) return;
      const { outcome, error, of } = await runner.run(code);
      expect(error).toBeUndefined();
      expect(of('test').filter(({ state }) => state !== 'passed')).toEqual([]);
      expect(of('test').length).toBeGreaterThan(0);
      expect(outcome).toBe('passed');
    },
    60_000,
  );

  test('its tables match the product', () => {
    for (const { extension, prefix } of languages) {
      const row = `| \`${extension}\` | \`${prefix.join(' ')}\` |`;
      expect(page.includes(row), `docs/external-programs.md needs a row that begins ${row}`).toBe(true);
    }
    for (const name of contractParamTypes.filter((type) => !type.endsWith('[]'))) expect(page).toContain(`\`${name}\``);
  });
});
