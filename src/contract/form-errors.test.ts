/** A value that a form sends and the host refuses is named as in the form. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defaultConnection } from './collection/connection.ts';
import { hostContract, type HostApi, type HostContract } from './host-contract.ts';
import { memoryPorts } from './rpc/memory-port.ts';
import { connect } from './rpc/rpc-client.ts';
import { serve, type Params } from './rpc/rpc.ts';

type Call = keyof HostContract['calls'];
type Case = { [C in Call]: [call: C, params: Params<HostContract, C>, message: string] }[Call];

const long = (length: number) => 'x'.repeat(length + 1);
const tooLong = (length: number) => `must have ${length.toLocaleString('en')} characters or fewer`;
const listen = { on: true } as const;
const files = { mode: 'files', certFile: '/c.pem', keyFile: '/k.pem' } as const;
const account = { apiUrl: '', mediaUrl: '', idInstance: '' };
const run = { runId: 'r', requests: ['a.yml'], environment: null, data: null };
const limits = { ...run, iterations: null, delayMs: 0, bail: false };
const runner = { ...limits, failedOf: null };
const users = { kind: 'users', users: 1, usersPerSecond: 1, thinkMs: 0 } as const;
const load = { ...run, model: users, durationMs: 1000, expectations: [] };
const sign = { scheme: { scheme: 'github' }, secret: '' } as const;
const variable = { name: 'a', value: '', secret: false };
const variables = { owner: { kind: 'globals' }, version: '' } as const;
const certificate = { domain: '', cert: '', key: '', pfx: '', passphrase: '' };

test.each<Case>([
  ['notifications.listen', { ...listen, host: '' }, 'Address must not be empty.'],
  ['notifications.listen', { ...listen, port: 70_000 }, 'Port must be 65,535 or less, not 70000.'],
  ['notifications.listen', { ...listen, token: long(1000) }, `Token ${tooLong(1000)}.`],
  [
    'notifications.listen',
    { ...listen, keep: { days: 40_000, megabytes: 2_000_000 } },
    'Retention (days) must be 36,500 or less, not 40000; Max size (MB) must be 1,000,000 or less, not 2000000.',
  ],
  [
    'notifications.listen',
    { ...listen, tls: { ...files, certFile: long(4096), keyFile: long(4096) } },
    `Certificate (PEM) ${tooLong(4096)}; Private key (PEM) ${tooLong(4096)}.`,
  ],
  [
    'notifications.setRules',
    { rules: [{ status: 200, delayMs: 200_000 }] },
    'Rule 1, Delay (s) must be 180 seconds or less.',
  ],
  ['notifications.send', { text: '', url: long(10_000) }, `Address ${tooLong(10_000)}.`],
  ['notifications.change', { id: 1, note: long(10_000) }, `Note ${tooLong(10_000)}.`],
  ['account.set', { ...account, apiUrl: long(1000) }, `apiUrl ${tooLong(1000)}.`],
  ['account.set', { ...account, mediaUrl: long(1000) }, `mediaUrl ${tooLong(1000)}.`],
  ['account.set', { ...account, idInstance: long(100) }, `idInstance ${tooLong(100)}.`],
  ['account.set', { ...account, token: long(1000) }, `apiTokenInstance ${tooLong(1000)}.`],
  ['forwarding.set', { on: true, url: long(10_000) }, `Address of your server ${tooLong(10_000)}.`],
  ['forwarding.replay', { ids: [1], url: long(10_000), sign: null }, `Address ${tooLong(10_000)}.`],
  ['forwarding.replay', { ids: [1], url: '', sign }, 'Secret must not be empty.'],
  ['rehearsal.run', { plan: {}, url: long(10_000), sign: null }, `Address of your server ${tooLong(10_000)}.`],
  [
    'rehearsal.run',
    { plan: { check: { url: long(10_000), count: long(1000) } }, url: '', sign: null },
    `Check address ${tooLong(10_000)}; Count in its response ${tooLong(1000)}.`,
  ],
  [
    'rehearsal.preview',
    { plan: { seed: -1, retries: 11, giveUpAfterMs: 5 } },
    'Seed must be 0 or more, not -1; Gives up after (ms) must be 10 or more, not 5; Retries must be 10 or less, not 11.',
  ],
  ['rehearsal.preview', { plan: { notifications: { limit: 501 } } }, 'Notifications must be 500 or less, not 501.'],
  ['webhookProviders.setSecrets', { id: 'github', secrets: [long(10_000)] }, `Secret 1 ${tooLong(10_000)}.`],
  ['webhookProviders.setSecrets', { id: 'github', secrets: ['a\nb'] }, 'Secret 1 must be on one line.'],
  ['runner.start', { ...runner, iterations: 2_000_000 }, 'Iterations must be 1,000,000 or less, not 2000000.'],
  ['runner.start', { ...runner, delayMs: -5 }, 'Delay (ms) must be 0 or more, not -5.'],
  ['runner.start', { ...runner, requests: [] }, 'Requests must not be an empty list.'],
  ['runQueue.start', { ...limits, iterations: -1 }, 'Iterations must be more than 0, not -1.'],
  ['runQueue.start', { ...limits, data: { name: '', text: '' } }, 'Data file on the workers must not be empty.'],
  ['runQueue.set', { address: long(2000) }, `Queue URL ${tooLong(2000)}.`],
  ['runQueue.set', { password: long(1000) }, `Password ${tooLong(1000)}.`],
  ['runQueue.set', { partSize: 200_000 }, 'Requests per part must be 100,000 or less, not 200000.'],
  ['load.start', { ...load, requests: [] }, 'Requests must not be an empty list.'],
  ['load.start', { ...load, model: { ...users, users: 0 } }, 'Users must be more than 0, not 0.'],
  ['load.start', { ...load, model: { ...users, usersPerSecond: 0 } }, 'Ramp-up (users/s) must be more than 0, not 0.'],
  [
    'load.start',
    { ...load, model: { kind: 'arrivals', perSecond: 0, spacing: 'poisson', maxRunning: 1 } },
    'Iterations/s must be more than 0, not 0.',
  ],
  ['load.start', { ...load, expectations: ['a', long(1000)] }, `Expectation 2 ${tooLong(1000)}.`],
  [
    'load.start',
    { ...load, expectations: Array.from({ length: 51 }, () => 'a') },
    'Expectations must have 50 entries or fewer.',
  ],
  ['settings.set', { fontSize: 90 }, 'Font size must be 24 or less, not 90.'],
  ['settings.set', { scriptTimeoutMs: 0 }, 'Script timeout must be more than 0, not 0.'],
  ['settings.set', { programTimeoutMs: 1.5 }, 'Program timeout must be a whole number, not 1.5.'],
  ['connection.set', { ...defaultConnection, timeoutMs: -1 }, 'Request timeout must be 0 or more, not -1.'],
  ['connection.set', { ...defaultConnection, proxyUrl: long(4096) }, `Proxy address ${tooLong(4096)}.`],
  ['connection.set', { ...defaultConnection, ca: ['a', long(4096)] }, `Certificate authority 2 ${tooLong(4096)}.`],
  [
    'connection.set',
    { ...defaultConnection, clientCertificates: [{ ...certificate, domain: long(1000) }] },
    `Client certificate 1, Host ${tooLong(1000)}.`,
  ],
  [
    'connection.set',
    {
      ...defaultConnection,
      clientCertificates: [{ ...certificate, cert: long(4096), key: long(4096), pfx: long(4096) }],
    },
    `Client certificate 1, Certificate (PEM) ${tooLong(4096)}; Client certificate 1, Private key (PEM) ${tooLong(4096)}; Client certificate 1, PKCS#12 ${tooLong(4096)}.`,
  ],
  ['collection.add', { parent: '', name: ' ' }, 'Name must not be empty.'],
  ['collection.addFolder', { parent: '', name: long(200) }, `Name ${tooLong(200)}.`],
  ['collection.rename', { id: 'a.yml', name: long(200) }, `Name ${tooLong(200)}.`],
  ['collection.addEnvironment', { name: long(200), copyOf: null }, `Name ${tooLong(200)}.`],
  ['collection.renameEnvironment', { from: 'a', to: '' }, 'Name must not be empty.'],
  [
    'variables.write',
    { ...variables, variables: [variable, { ...variable, name: long(1000), value: long(1_000_000) }] },
    `Variable 2, Name ${tooLong(1000)}; Variable 2, Value ${tooLong(1_000_000)}.`,
  ],
  ['packages.add', { name: '' }, 'npm package must not be empty.'],
  ['workspace.open', { path: '' }, 'Folder on this computer must not be empty.'],
  ['programs.setDirectory', { path: '' }, 'Folder on this computer must not be empty.'],
  ['workspace.createScript', { name: long(1000) }, `Name ${tooLong(1000)}.`],
  ['programs.create', { name: long(1000), extension: '.py' }, `Name ${tooLong(1000)}.`],
])('%s', async (call, params, message) => {
  const ports = memoryPorts();
  serve(hostContract, ports.server, {} as HostApi);
  const client = connect<HostContract>(ports.client);
  await expect(client.call(call, params)).rejects.toMatchObject({ code: 'InvalidParams', message });
});

/** The titles of a schema and of its members. */
function titlesIn(schema: z.core.$ZodType, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const title = z.globalRegistry.get(schema)?.title;
  const inner = Object.values(schema._zod.def).flatMap((part: unknown) => {
    const parts: unknown[] =
      typeof part === 'object' && part !== null ? [part, ...(Object.values(part) as unknown[])] : [];
    return parts.filter((one) => one instanceof z.core.$ZodType);
  });
  return [...(title === undefined ? [] : [title]), ...inner.flatMap((one) => titlesIn(one, seen))];
}

test('each name in an error stands in the interface', () => {
  const folder = path.join(import.meta.dirname, '../renderer');
  const shown = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') || name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
    .toLowerCase();
  const titles = new Set(Object.values(hostContract.calls).flatMap(({ params }) => titlesIn(params)));
  expect(titles.size).toBeGreaterThan(60);
  expect([...titles].filter((title) => !shown.includes(title.toLowerCase()))).toEqual([]);
});
