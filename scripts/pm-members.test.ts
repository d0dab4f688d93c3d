/**
 * The declarations in resources/pm.d.ts, the page that is generated from them, and the members that scripts have agree
 * with each other.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArrivedNotification } from '../src/contract/webhooks/notification.ts';
import type { RunWebhooks } from '../src/core/notifications/run-webhooks.ts';
import { listen } from '../src/core/testing/listen.ts';
import { createRunner, type ContextOptions } from '../src/core/testing/run.ts';
import { pageFile, readMembers, renderPage, requiredNames } from './pm-members.ts';

const groups = readMembers();
let runner: ReturnType<typeof createRunner>;
let server: http.Server;
beforeAll(async () => {
  runner = createRunner();
  server = http.createServer((_request, response) => response.end('{}'));
  await listen(server);
});
afterAll(async () => {
  server.close();
  await runner.sandboxes.close();
});

const secrets = new Map<string, string>();
const call = {
  id: 1,
  kind: 'incoming_call_offer',
  title: 'Incoming: call',
  code: null,
  receivedAt: '',
  path: '/',
  provider: null,
  event: null,
  method: 'POST',
  query: {},
  headerList: [],
  base64: null,
  headers: {},
  text: '{"typeWebhook":"incomingCall"}',
};
/** Stands for webhooks with one received notification. */
function createWebhooksWith(arrivedNotification: ArrivedNotification): RunWebhooks {
  const page = ({ after }: { after: number }) =>
    Promise.resolve({ items: after > 0 ? [] : [arrivedNotification], last: 1 });
  return {
    forRequest: () => createWebhooksWith(arrivedNotification),
    list: page,
    next: page,
    url: () => Promise.resolve('http://127.0.0.1:7788/'),
    verify: () => Promise.resolve({ state: 'valid', reason: null }),
  };
}
const context: ContextOptions = {
  info: { eventName: 'prerequest', requestName: 'Users', requestId: 'id' },
  location: ['API', 'Users'],
  request: { method: 'POST', url: 'https://example.com/users', header: [], body: { mode: 'raw', raw: '{}' } },
  response: {
    body: '{"id":7}',
    head: { code: 200, status: 'OK', headers: [{ key: 'Content-Type', value: 'application/json' }] },
  },
  cookies: [],
  resources: {
    folder: import.meta.dirname,
    readFile: () => Promise.resolve('exports.sign = (text) => text;'),
    webhooks: createWebhooksWith(call),
    vault: {
      get: (name) => Promise.resolve(secrets.get(name)),
      set: (name, value) => Promise.resolve(void secrets.set(name, value)),
      unset: (name) => Promise.resolve(void secrets.delete(name)),
    },
  },
};

test('the page is up to date (node scripts/pm-members.ts writes it)', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(renderPage());
});

test('every member has a description and an example', () => {
  const members = groups
    .filter(({ owner }) => owner !== 'console' && owner !== 'pm.request')
    .flatMap((group) => group.members);
  const nested = new Set(groups.map(({ owner }) => owner));
  expect(members.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  expect(
    members.filter(({ name, examples }) => examples.length === 0 && !nested.has(name)).map(({ name }) => name),
  ).toEqual([]);
});

test('the description of require names what scripts can require', async () => {
  const { error } = await runner.run("require('none');");
  expect(error?.remedy).toContain(`Scripts can require: ${requiredNames().join(', ')}; and npm packages`);
});

describe('the examples run', () => {
  const examples = groups.flatMap((group) =>
    group.members.flatMap(({ name, examples }) => examples.map((code) => ({ name, code }))),
  );
  test.each(examples)('$name', async ({ name, code }) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { error, of } = await runner.runWithContext(code.replaceAll('SERVER', address), {
      ...context,
      ...(name.startsWith('pm.response') || name === 'pm.test' ? { info: { eventName: 'test' } } : {}),
    });
    expect(error).toBeUndefined();
    expect(of('test').filter(({ state }) => state === 'failed')).toEqual([]);
  });
});

/** Names of members that the declarations leave to postman-collection, or that are internal to a class. */
const ownOf: Record<string, string> = {
  pm: 'pm',
  'pm.variables': 'Object.getPrototypeOf(pm.variables)',
  'pm.execution': 'pm.execution',
  'pm.vault': 'pm.vault',
  'pm.webhooks': 'pm.webhooks',
  'pm.visualizer': 'pm.visualizer',
  'pm.cookies.jar()': 'pm.cookies.jar()',
  'pm.test': 'pm.test',
  console: 'console',
};
const undeclared = new Set([
  'constructor',
  'length',
  'name',
  'prototype',
  'arguments',
  'caller',
  'values',
  'syncVariablesTo',
]);

describe('the declared members are the existing ones', () => {
  test.each(Object.entries(ownOf))('%s', async (owner, expression) => {
    const declared = groups.find((group) => group.owner.split(',')[0] === owner)?.members.map(({ key }) => key) ?? [];
    const { logged } = await runner.runWithContext(
      `console.log(JSON.stringify(Reflect.ownKeys(${expression})));`,
      context,
    );
    const actual = (JSON.parse(logged[0] ?? '[]') as string[]).filter((key) => !undeclared.has(key));
    expect(actual.sort()).toEqual([...declared].sort());
  });
  test.each(['pm.request', 'pm.response'])('%s', async (owner) => {
    const declared = groups.find((group) => group.owner === owner)?.members.map(({ key }) => key) ?? [];
    const { logged } = await runner.runWithContext(
      `console.log(JSON.stringify(${JSON.stringify(declared)}.filter((key) => !(key in ${owner}) || ${owner}[key] === undefined)));`,
      context,
    );
    expect(declared.length).toBeGreaterThan(8);
    expect(JSON.parse(logged[0] ?? '')).toEqual([]);
  });
});

test('the declarations have no errors, and type correct scripts', () => {
  const script = path.join(import.meta.dirname, 'script.ts');
  const source = `
    pm.test('x', async () => { pm.response.to.have.status(200); const n: number = pm.response.code; });
    const text: string = pm.variables.replaceIn('{{a}}');
    pm.sendRequest('http://x', (error, response) => { const s: string = response.text(); });
    // @ts-expect-error a number is not a name
    pm.environment.get(1);
    // @ts-expect-error there is no such member
    pm.environments;
    console.table([1]); setTimeout(() => {}, 1);`;
  const options = { strict: true, noEmit: true, lib: ['lib.es2023.d.ts'], types: [] };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === script ? ts.createSourceFile(name, source, ts.ScriptTarget.Latest) : read(name, ...rest);
  const declarations = path.join(import.meta.dirname, '../resources/pm.d.ts');
  const program = ts.createProgram([script, declarations], options, host);
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  expect(messages).toEqual([]);
});
