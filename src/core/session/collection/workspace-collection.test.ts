/** The collection of a workspace through the host contract: files, sends, and what is stored of them. */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { HostClient } from '../../../contract/host-contract.ts';
import { withFileLock } from '../../platform/files/file-lock.ts';
import { workspaceStateFolder } from '../../platform/files/private-files.ts';
import type { Core } from '../../create-core.ts';
import { startEchoServer, type EchoServer } from '../../testing/echo-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../testing/test-core.ts';

let core: Core;
let client: HostClient;
let echo: EchoServer;
let root: string;
let config: string;

async function open(): Promise<void> {
  process.env['OUTRIGGER_CONFIG_DIR'] = config;
  core = await openTestCore(root);
  client = clientOf(core);
}
/** As after a crash of the host. */
async function openAgain(): Promise<void> {
  await core.close();
  await open();
}
beforeEach(async () => {
  echo = await startEchoServer();
  root = temporaryFolder('collection-api');
  config = temporaryFolder('config');
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(
    path.join(root, 'environments/Test.yml'),
    `name: Test\nvariables:\n  - name: base\n    value: ${echo.url}\n  - name: n\n    value: "1"\n  - secret: true\n    name: key\n`,
  );
  writeFileSync(
    path.join(root, 'a.yml'),
    `info:\n  name: a\nhttp:\n  method: GET\n  url: "{{base}}/get?n={{n}}&key={{key}}"\nruntime:\n  scripts:\n    - type: after-response\n      code: pm.environment.set('n', Number(pm.environment.get('n')) + 1)\n`,
  );
  await open();
});
afterEach(async () => {
  await core.close();
  echo.close();
});
let sends = 0;
async function send() {
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  return client.call('collection.send', { runId: `r${(sends += 1)}`, id: 'a.yml', request, environment: 'Test' });
}
const askedFor = ({ response }: Awaited<ReturnType<typeof send>>): unknown =>
  (JSON.parse(response?.text ?? '{}') as { args?: unknown }).args;

test('values that scripts set survive a restart; the file of the environment stays unchanged, and values can be reset to it', async () => {
  const variable = (name: string, value: string, secret = false) => ({ name, value, secret });
  const variables = [variable('base', echo.url), variable('n', '1'), variable('key', 'hidden', true)];
  await client.call('variables.write', { owner: { kind: 'environment', name: 'Test' }, variables });
  const before = readFileSync(path.join(root, 'environments/Test.yml'), 'utf8');
  expect(before).not.toContain('hidden');
  expect(askedFor(await send())).toEqual({ n: '1', key: 'hidden' });
  await openAgain();
  expect(askedFor(await send())).toEqual({ n: '2', key: 'hidden' });
  expect(readFileSync(path.join(root, 'environments/Test.yml'), 'utf8')).toBe(before);
  const owner = { kind: 'environment' as const, name: 'Test' };
  const { version, ...shown } = await client.call('variables.read', { owner });
  expect(shown).toEqual({
    variables: variables.map((variable) => (variable.secret ? { ...variable, value: '' } : variable)),
    inherited: [],
    current: { n: '3' },
    stored: ['key'],
    hidden: [],
  });
  // Writing the file keeps the values that scripts have set; those are edited and reset separately.
  await client.call('variables.write', { owner, variables, version });
  await client.call('variables.setCurrent', { owner, values: { n: '7' } });
  expect(askedFor(await send())).toEqual({ n: '7', key: 'hidden' });
  await client.call('variables.setCurrent', { owner, values: { n: null } });
  expect(askedFor(await send())).toEqual({ n: '1', key: 'hidden' });
});

test('a secret is sent only with its own environment; it follows a rename, and is restored with a deleted environment', async () => {
  const secret = (value: string) => ({ name: 'key', value, secret: true });
  const base = { name: 'base', value: echo.url, secret: false };
  const local = { kind: 'environment' as const, name: 'Local' };
  const keySent = async (environment: string): Promise<unknown> => {
    const { request } = await client.call('collection.read', { id: 'a.yml' });
    const sent = { runId: `r${(sends += 1)}`, id: 'a.yml', request, environment };
    return (askedFor(await client.call('collection.send', sent)) as { key?: unknown }).key;
  };
  await client.call('variables.write', {
    owner: { kind: 'environment', name: 'Test' },
    variables: [base, secret('of test')],
  });
  await client.call('collection.addEnvironment', { name: 'Local', copyOf: 'Test' });
  expect((await client.call('variables.read', { owner: local })).stored).toEqual([]);
  expect([await keySent('Test'), await keySent('Local')]).toEqual(['of test', '']);
  await client.call('variables.write', {
    owner: { kind: 'environment', name: 'Local' },
    variables: [base, secret('of local')],
  });
  expect([await keySent('Test'), await keySent('Local')]).toEqual(['of test', 'of local']);

  await client.call('collection.renameEnvironment', { from: 'Test', to: 'Staging' });
  expect(await keySent('Staging')).toBe('of test');
  const { token } = await client.call('collection.removeEnvironment', { name: 'Staging' });
  await client.call('collection.addEnvironment', { name: 'Test', copyOf: 'Local' });
  expect(await keySent('Test')).toBe('');
  await client.call('collection.restore', { token });
  expect(await keySent('Staging')).toBe('of test');
});

test('what a script sets to a secret variable is stored and shown as a secret, and goes with a restart', async () => {
  const owner = { kind: 'environment' as const, name: 'Test' };
  const file = path.join(root, 'a.yml');
  const script = "pm.environment.set('key', 'set-by-script'); pm.environment.set('n', 'set-in-plain')";
  writeFileSync(file, readFileSync(file, 'utf8').replace(/code: .*/, `code: ${JSON.stringify(script)}`));
  await send();
  const stored = readFileSync(path.join(workspaceStateFolder(realpathSync(root)), 'variables.json'), 'utf8');
  expect(stored).toContain('set-in-plain');
  expect(JSON.parse(stored)).toMatchObject({
    workspaces: {
      [realpathSync(root)]: { environments: { Test: { key: { sealedSecret: 'plain:"set-by-script"' } } } },
    },
  });
  await openAgain();
  expect(askedFor(await send())).toEqual({ n: 'set-in-plain', key: 'set-by-script' });
  const kept = JSON.stringify(await client.call('history.list', { search: '', limit: 5 }));
  expect(kept).toContain('set-in-plain');
  expect(kept).not.toContain('set-by-script');
  expect(await client.call('variables.read', { owner })).toMatchObject({
    current: { n: 'set-in-plain' },
    hidden: ['key'],
  });
  await client.call('variables.setCurrent', { owner, values: { key: null } });
  expect(askedFor(await send())).toEqual({ n: 'set-in-plain', key: '' });
});

test("an environment in the collection's own file is edited there, and nowhere else", async () => {
  const file = path.join(root, 'opencollection.yml');
  const text = (value: string) =>
    `opencollection: 1.0.0\ninfo:\n  name: Shop # ours\nconfig:\n  environments:\n    - name: First\n    - name: Inline\n      variables:\n        - name: base # where\n          value: ${value}\n`;
  writeFileSync(file, text('http://old'));
  const owner = { kind: 'environment' as const, name: 'Inline' };
  const { variables, version } = await client.call('variables.read', { owner });
  expect(variables).toEqual([{ name: 'base', value: 'http://old', secret: false }]);
  await client.call('variables.write', {
    owner,
    version,
    variables: variables.map((one) => ({ ...one, value: 'http://new' })),
  });
  expect(readFileSync(file, 'utf8')).toBe(text('http://new'));
  expect(existsSync(path.join(root, 'environments/Inline.yml'))).toBe(false);
  await expect(client.call('collection.removeEnvironment', { name: 'Inline' })).rejects.toMatchObject({
    code: 'InvalidParams',
  });
});

test('a secret that is removed leaves no value behind; one that is renamed keeps its value', async () => {
  const owner = { kind: 'environment' as const, name: 'Test' };
  const write = (...variables: { name: string; value: string; secret: boolean }[]) =>
    client.call('variables.write', { owner, variables });
  const secrets = () => readFileSync(path.join(config, 'secrets.json'), 'utf8');
  const [key, other] = ['key', 'other'].map((name) => ({ name, value: '', secret: true })) as [
    { name: string; value: string; secret: boolean },
    { name: string; value: string; secret: boolean },
  ];
  await write({ ...key, value: 'value-of-key' }, { ...other, value: 'value-of-other' });
  await write({ ...key, name: 'renamed' }, other);
  expect(await client.call('variables.reveal', { environment: 'Test', name: 'renamed' })).toEqual({
    value: 'value-of-key',
  });
  expect(await client.call('variables.reveal', { environment: 'Test', name: 'key' })).toEqual({ value: null });
  await write({ ...key, name: 'renamed', value: 'plain', secret: false });
  expect(secrets()).not.toMatch(/value-of/);
});

test('a secret of an environment is not in the vault of scripts', async () => {
  const variables = [{ name: 'key', value: 'very secret', secret: true }];
  await client.call('variables.write', { owner: { kind: 'environment', name: 'Test' }, variables });
  client.on('vault.asked', ({ id }) => void client.call('vault.answer', { id, allow: true }));
  const shown: string[] = [];
  client.on('run.event', (event) => event.type === 'console' && shown.push(JSON.stringify(event)));
  const source = "console.log('in the vault', await pm.vault.get('key'));";
  expect(await client.call('runs.start', { runId: 'v', scriptName: 'a.js', source })).toEqual({ outcome: 'passed' });
  expect(shown.join()).toContain('in the vault');
  expect(shown.join()).not.toContain('very secret');
});

test('saving over a change of another program is refused unless it is confirmed', async () => {
  const { request, version } = await client.call('collection.read', { id: 'a.yml' });
  const file = path.join(root, 'a.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('n={{n}}', 'theirs=1'));
  const mine = { ...request, url: '{{base}}/mine' };
  await expect(client.call('collection.save', { id: 'a.yml', request: mine, version })).rejects.toMatchObject({
    code: 'FileChangedOnDisk',
  });
  expect(readFileSync(file, 'utf8')).toContain('theirs=1');
  await client.call('collection.save', { id: 'a.yml', request: mine });
  expect(readFileSync(file, 'utf8')).toContain('/mine');
});

test('a draft is on disk when its call returns', async () => {
  await client.call('drafts.set', { drafts: { 'request a': 'typed', other: 'x' } });
  await client.call('drafts.set', { drafts: { other: null } });
  expect(
    JSON.parse(readFileSync(path.join(workspaceStateFolder(realpathSync(root)), 'drafts/drafts.json'), 'utf8')),
  ).toEqual({
    drafts: { 'request a': 'typed' },
  });
  await openAgain();
  expect((await client.call('drafts.get', {})).drafts).toEqual({ 'request a': 'typed' });
});

test('history and cookies survive the host; secrets of headers are not stored', async () => {
  const file = path.join(root, 'a.yml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace('  url:', '  auth:\n    type: bearer\n    token: very-secret\n  url:')
      .replace('/get?', '/cookies/set?kept=1&'),
  );
  await send();
  await openAgain();
  const { entries } = await client.call('history.list', { search: 'a 200', limit: 10 });
  expect(entries).toHaveLength(1);
  const detail = await client.call('history.get', { id: entries[0]?.id ?? 0 });
  expect(JSON.stringify(detail.requestHeaders)).not.toContain('very-secret');
  expect(detail.edited.auth).toEqual({ type: 'bearer', token: '(masked)' });
  await client.call('history.clear', {});
  expect((await client.call('history.list', { search: '', limit: 10 })).entries).toEqual([]);
});

test('of a request that is stopped, the history has the status and the text that have come', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('first part');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  client.on('run.event', ({ type, runId }) => {
    if (type === 'response.chunk') void client.call('runs.stop', { runId });
  });
  const edited = { ...request, url, params: [] };
  const sent = await client.call('collection.send', { runId: 's', id: 'a.yml', request: edited, environment: 'Test' });
  expect(sent).toEqual({ outcome: 'stopped', response: null });
  const { entries } = await client.call('history.list', { search: '200', limit: 1 });
  expect(entries).toMatchObject([{ status: 200, size: 10, failure: 'The request was stopped.' }]);
  const detail = await client.call('history.get', { id: entries[0]?.id ?? 0 });
  expect(detail).toMatchObject({ text: 'first part', headers: [{ name: 'content-type', value: 'text/plain' }] });
});

test('connection settings are stored with the secrets, and used', async () => {
  const settings = await client.call('connection.get', {});
  await client.call('connection.set', { ...settings, proxy: 'custom', proxyUrl: 'http://127.0.0.1:1' });
  const { response, outcome } = await send();
  expect({ response, outcome }).toEqual({ response: null, outcome: 'error' });
  expect(readFileSync(path.join(config, 'secrets.json'), 'utf8')).toContain('127.0.0.1:1');
});

test('a damaged file is reported with its place, and the others open; a folder without requests is not a collection', async () => {
  writeFileSync(path.join(root, 'broken.yml'), 'http:\n  url: [\n');
  const { collection } = await client.call('collection.get', {});
  expect(collection?.problems).toEqual([expect.stringMatching(/^broken\.yml, line \d+, column \d+: /)]);
  expect(collection?.items.map(({ id }) => id)).toEqual(['a.yml']);
  await client.call('workspace.open', { path: temporaryFolder('none') });
  expect((await client.call('collection.get', {})).collection).toBeNull();
});

test('a request below a damaged folder file is reported and not sent, because it may lack its authentication', async () => {
  mkdirSync(path.join(root, 'f'));
  writeFileSync(path.join(root, 'f/folder.yml'), 'info:\n  name: F\nrequest:\n  auth: [\n');
  writeFileSync(
    path.join(root, 'f/b.yml'),
    `info:\n  name: b\nhttp:\n  method: GET\n  url: ${echo.url}/get\n  auth: inherit\n`,
  );
  const failures: string[] = [];
  client.on('run.event', (event) => {
    if (event.type === 'request.answered' && event.failure) failures.push(event.failure.message);
  });
  const { request } = await client.call('collection.read', { id: 'f/b.yml' });
  const sent = await client.call('collection.send', { runId: 'd', id: 'f/b.yml', request, environment: 'Test' });
  expect(sent).toEqual({ outcome: 'error', response: null });
  expect(failures).toEqual([expect.stringMatching(/^f\/folder\.yml, line \d+/)]);
});

test('one secret is returned on request; lists never contain its value', async () => {
  const owner = { kind: 'environment' as const, name: 'Test' };
  const variables = [{ name: 'key', value: 'very secret', secret: true }];
  await client.call('variables.write', { owner, variables });
  expect(JSON.stringify(await client.call('variables.read', { owner }))).not.toContain('very secret');
  const visible = await client.call('collection.visible', { id: 'a.yml', environment: 'Test' });
  expect(visible.variables).toContainEqual({ name: 'key', value: '', scope: 'Test', secret: true });
  expect(JSON.stringify(visible)).not.toContain('very secret');
  expect(await client.call('variables.reveal', { environment: 'Test', name: 'key' })).toEqual({ value: 'very secret' });
  expect(await client.call('variables.reveal', { environment: 'Test', name: 'other' })).toEqual({ value: null });
});

test('of two pages that save a request at the same time one is refused', async () => {
  const { request, version } = await client.call('collection.read', { id: 'a.yml' });
  const save = (docs: string) =>
    client.call('collection.save', { id: 'a.yml', request: { ...request, docs }, version });
  const saves = await Promise.allSettled([save('first'), save('second')]);
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const owner = { kind: 'environment' as const, name: 'Test' };
  const read = await client.call('variables.read', { owner });
  const write = (value: string) =>
    client.call('variables.write', { owner, variables: [{ name: 'v', value, secret: false }], version: read.version });
  const writes = await Promise.allSettled([write('1'), write('2')]);
  expect(writes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a write that is refused because the file has changed stores no secret', async () => {
  const owner = { kind: 'environment' as const, name: 'Test' };
  const write = (value: string, version?: string) =>
    client.call('variables.write', { owner, variables: [{ name: 'key', value, secret: true }], version });
  await write('first');
  await expect(write('second', 'an older one')).rejects.toMatchObject({ code: 'FileChangedOnDisk' });
  expect(await client.call('variables.reveal', { environment: 'Test', name: 'key' })).toEqual({ value: 'first' });
});

test('secrets that were stored are restored when the file changes before it is written', async () => {
  const environment = 'Test';
  const owner = { kind: 'environment' as const, name: environment };
  const write = (values: Record<string, string>, version?: string) => {
    const variables = Object.entries(values).map(([name, value]) => ({ name, value, secret: true }));
    return client.call('variables.write', { owner, variables, version });
  };
  const { version } = await write({ key: 'first' });
  const file = path.join(root, 'environments/Test.yml');
  const config = process.env['OUTRIGGER_CONFIG_DIR'] ?? '';
  const writing = await withFileLock(path.join(config, 'secrets.json.lock'), async () => {
    const refused = expect(write({ key: 'second', added: 'third' }, version)).rejects.toMatchObject({
      code: 'FileChangedOnDisk',
    });
    // By now it has read the file, and waits to store the secrets.
    await delay(300);
    writeFileSync(file, `${readFileSync(file, 'utf8')}# changed\n`);
    return { refused };
  });
  await writing.refused;
  expect(await client.call('variables.reveal', { environment, name: 'key' })).toEqual({ value: 'first' });
  expect(await client.call('variables.reveal', { environment, name: 'added' })).toEqual({ value: null });
});

test('a disabled variable is not resolved, not even with the value that a script has set', async () => {
  const owner = { kind: 'environment' as const, name: 'Test' };
  const on = [
    { name: 'base', value: echo.url, secret: false },
    { name: 'n', value: '1', secret: false },
    { name: 'key', value: 'k', secret: false, description: 'which one' },
  ];
  await client.call('variables.write', { owner, variables: on });
  await send();
  const off = on.map((param) => (param.name === 'n' ? { ...param, disabled: true } : param));
  await client.call('variables.write', { owner, variables: off });
  expect((await client.call('variables.read', { owner })).variables).toEqual(off);
  expect(askedFor(await send())).toMatchObject({ n: '{{n}}', key: 'k' });
});

test('a change of another program is not overwritten; globals and the collection have variables too', async () => {
  const owner = { kind: 'environment' as const, name: 'Test' };
  const { version } = await client.call('variables.read', { owner });
  writeFileSync(path.join(root, 'environments/Test.yml'), 'name: Test\nvariables:\n  - name: theirs\n    value: x\n');
  const write = client.call('variables.write', { owner, variables: [], version });
  await expect(write).rejects.toMatchObject({ code: 'FileChangedOnDisk' });

  const collection = { kind: 'folder' as const, id: '' };
  const variables = [{ name: 'n', value: 'of the collection', secret: false }];
  await client.call('variables.write', { owner: collection, variables });
  expect((await client.call('variables.read', { owner: collection })).variables).toEqual(variables);
  await client.call('variables.setCurrent', { owner: { kind: 'globals' }, values: { base: echo.url, key: 'global' } });
  expect((await client.call('variables.read', { owner: { kind: 'globals' } })).current).toEqual({
    base: echo.url,
    key: 'global',
  });
  const visible = await client.call('collection.visible', { id: 'a.yml', environment: 'Test' });
  expect(visible.variables.map(({ name, scope }) => `${name}: ${scope}`)).toEqual(
    expect.arrayContaining(['theirs: Test', 'n: collection', 'key: globals']),
  );
  expect(askedFor(await send())).toEqual({ n: 'of the collection', key: 'global' });
});

test('a request without a file is sent: it inherits from the collection, and is in the history', async () => {
  writeFileSync(
    path.join(root, 'opencollection.yml'),
    `opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  headers:\n    - name: x-shop\n      value: "{{tea}}"\n  variables:\n    - name: tea\n      value: green\n`,
  );
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  const typed = { ...request, url: '{{base}}/get?n=untitled', postResponse: '' };
  const sent = await client.call('collection.send', { runId: 'u', id: null, request: typed, environment: 'Test' });
  expect(sent.outcome).toBe('passed');
  expect(JSON.parse(sent.response?.text ?? '')).toMatchObject({
    args: { n: 'untitled' },
    headers: { 'x-shop': 'green' },
  });
  const { entries } = await client.call('history.list', { search: '', limit: 10 });
  expect(entries).toMatchObject([{ name: 'Untitled request', request: '', status: 200 }]);
  const { variables } = await client.call('collection.visible', { id: '', environment: 'Test' });
  expect(variables).toContainEqual({ name: 'tea', value: 'green', scope: 'collection', secret: false });
  const code = { id: null, request: typed, environment: 'Test', target: 'shell/curl' };
  expect((await client.call('collection.code', code)).text).toContain('x-shop: green');
  const unchecked = { ...typed, settings: { ...typed.settings, checkCertificate: false } };
  expect((await client.call('collection.code', { ...code, request: unchecked })).text).toContain('--insecure');
});

test('the inherited auth is that of the level above, also of an empty folder and a request without a file', async () => {
  writeFileSync(
    path.join(root, 'opencollection.yml'),
    'opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  auth:\n    type: bearer\n    token: t\n',
  );
  for (const [folder, auth] of [
    ['outer', '  auth:\n    type: basic\n'],
    ['outer/empty', ''],
  ] as const) {
    mkdirSync(path.join(root, folder));
    writeFileSync(path.join(root, folder, 'folder.yml'), `info:\n  name: ${folder}\n  type: folder\nrequest:\n${auth}`);
  }
  const inherited = async (id: string) =>
    (await client.call('collection.visible', { id, environment: null })).inheritedAuth;
  expect(await inherited('')).toEqual({ scope: 'collection', type: 'bearer' });
  expect(await inherited('outer')).toEqual({ scope: 'collection', type: 'bearer' });
  expect(await inherited('outer/empty')).toEqual({ scope: 'folder outer', type: 'basic' });
});

test('a request without a file inherits from its folder, in what is shown, sent and generated', async () => {
  mkdirSync(path.join(root, 'outer/inner'), { recursive: true });
  writeFileSync(
    path.join(root, 'outer/folder.yml'),
    'info:\n  name: Outer\nrequest:\n  auth:\n    type: bearer\n    token: of-outer\n  variables:\n    - name: tea\n      value: green\n',
  );
  const script = { type: 'before-request', code: "throw new Error('of the folder')" };
  const withScript = JSON.stringify({
    info: { name: 'Inner' },
    request: { headers: [{ name: 'x-inner', value: '{{tea}}' }], scripts: [script] },
  });
  const inner = path.join(root, 'outer/inner/folder.yml');
  writeFileSync(inner, withScript.replace(script.code, ''));
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  const draft = { ...request, url: '{{base}}/get', auth: { type: 'inherit' as const }, postResponse: '' };
  const headersSent = async (parent: string) => {
    const sent = { runId: `r${(sends += 1)}`, id: null, parent, request: draft, environment: 'Test' };
    const { response } = await client.call('collection.send', sent);
    return (JSON.parse(response?.text ?? '{}') as { headers?: object }).headers;
  };
  expect(await headersSent('outer/inner')).toMatchObject({ 'x-inner': 'green', authorization: 'Bearer of-outer' });
  expect(await headersSent('gone')).not.toHaveProperty('authorization');

  const shown = await client.call('collection.visible', { id: '', parent: 'outer/inner', environment: 'Test' });
  expect(shown.variables).toContainEqual({ name: 'tea', value: 'green', scope: 'folder Outer', secret: false });
  expect(shown.inheritedAuth).toEqual({ scope: 'folder Outer', type: 'bearer' });
  const atOuter = await client.call('collection.visible', { id: '', parent: 'outer', environment: null });
  expect(atOuter.inheritedAuth).toEqual({ scope: 'folder Outer', type: 'bearer' });

  const code = { id: null, parent: 'outer/inner', request: draft, environment: 'Test', target: 'shell/curl' };
  const { text } = await client.call('collection.code', code);
  expect([text.includes('x-inner: green'), text.includes('Bearer of-outer')]).toEqual([true, true]);

  // An error in the script of the folder leads to the folder.
  writeFileSync(inner, withScript);
  const places: unknown[] = [];
  client.on('run.event', (event) => event.type === 'script.error' && places.push(event.script?.id));
  expect(await headersSent('outer/inner')).toBeUndefined();
  expect(places).toEqual(['outer/inner']);
});

test('a request without a file is not sent while the file of its folder cannot be read', async () => {
  mkdirSync(path.join(root, 'outer'));
  writeFileSync(path.join(root, 'outer/folder.yml'), 'info: [');
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  const draft = { ...request, url: '{{base}}/get' };
  writeFileSync(path.join(root, 'outer/b.yml'), 'info:\n  name: b\nhttp:\n  method: GET\n  url: "{{base}}/get"\n');
  const sent = { runId: 'u', id: null, parent: 'outer', request: draft, environment: 'Test' };
  expect(await client.call('collection.send', sent)).toEqual({ outcome: 'error', response: null });
});

test('a request without a file is sent as its neighbours are in a collection of Bruno', async () => {
  mkdirSync(path.join(root, 'outer'));
  writeFileSync(path.join(root, 'outer/folder.yml'), 'info:\n  name: Outer\n');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\nextensions:\n  bruno: {}\n');
  writeFileSync(path.join(root, '.env'), 'TEA=green\n');
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  const draft = { ...request, url: '{{base}}/get?n={{process.env.TEA}}', params: [], postResponse: '' };
  for (const parent of ['', 'outer']) {
    const sent = { runId: `r${(sends += 1)}`, id: null, parent, request: draft, environment: 'Test' };
    expect(askedFor(await client.call('collection.send', sent))).toEqual({ n: 'green' });
  }
});

test('a request without a file is sent from a folder without a collection', async () => {
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  rmSync(path.join(root, 'opencollection.yml'));
  const typed = { ...request, url: `${echo.url}/get?n=alone`, postResponse: '' };
  const sent = await client.call('collection.send', { runId: 'u', id: null, request: typed, environment: null });
  expect(askedFor(sent)).toEqual({ n: 'alone' });
  expect(existsSync(path.join(root, 'opencollection.yml'))).toBe(false);
});

test('unsaved changes are run and sent in place of the files', async () => {
  mkdirSync(path.join(root, 'f'));
  writeFileSync(
    path.join(root, 'f/b.yml'),
    'info:\n  name: b\nhttp:\n  method: GET\n  url: "{{base}}/get"\n  auth: inherit\n',
  );
  writeFileSync(path.join(root, 'f/folder.yml'), 'info:\n  name: f\n');
  const { request } = await client.call('collection.read', { id: 'f/b.yml' });
  const { folder } = await client.call('collection.readFolder', { id: 'f' });
  const { folder: whole } = await client.call('collection.readFolder', { id: '' });
  const unsaved = {
    requests: [{ id: 'f/b.yml', request: { ...request, url: '{{base}}/get?typed=1' } }],
    folders: [
      { id: 'f', folder: { ...folder, headers: [{ name: 'x-folder', value: 'typed' }] } },
      { id: '', folder: { ...whole, headers: [{ name: 'x-all', value: 'typed' }] } },
      { id: 'gone', folder },
    ],
  };
  const seen = { args: { typed: '1' }, headers: { 'x-folder': 'typed', 'x-all': 'typed' } };
  const how = { environment: 'Test', iterations: null, data: null, delayMs: 0, bail: false, failedOf: null };
  const { id } = await client.call('runner.start', { runId: 'run', requests: ['f/b.yml'], unsaved, ...how });
  const { exchange } = await client.call('runner.exchange', { id, index: 0 });
  expect(JSON.parse(exchange?.response?.body ?? '')).toMatchObject(seen);
  const sent = await client.call('collection.send', {
    runId: 'send',
    id: 'f/b.yml',
    environment: 'Test',
    request: { ...request, url: '{{base}}/get?typed=1' },
    unsaved: { ...unsaved, requests: [] },
  });
  expect(JSON.parse(sent.response?.text ?? '')).toMatchObject(seen);
  expect(readFileSync(path.join(root, 'f/b.yml'), 'utf8')).not.toContain('typed');
});

test('a run executes the chosen requests in their order; each request and response is stored without secrets', async () => {
  await client.call('variables.write', {
    owner: { kind: 'environment', name: 'Test' },
    variables: [
      { name: 'base', value: echo.url, secret: false },
      { name: 'n', value: '1', secret: false },
      { name: 'key', value: 'top-secret', secret: true },
    ],
  });
  for (const name of ['b', 'c'])
    writeFileSync(
      path.join(root, `${name}.yml`),
      `info:\n  name: ${name}\nhttp:\n  method: POST\n  url: "{{base}}/post"\n  body:\n    type: text\n    data: "${name} {{key}}"\n`,
    );
  const how = { environment: 'Test', iterations: null, data: null, delayMs: 0, bail: false, failedOf: null };
  const { id } = await client.call('runner.start', { runId: 'r', requests: ['c.yml', 'a.yml'], ...how });
  const { report } = await client.call('runner.get', { id });
  expect([report.name, ...report.requests.map(({ name }) => name)]).toEqual(['Shop, 2 of 3 requests', 'c', 'a']);
  const { exchange } = await client.call('runner.exchange', { id, index: 0 });
  expect(exchange).toMatchObject({ method: 'POST', status: 200, request: { body: 'c (secret)', missing: null } });
  expect(exchange?.response?.body).toContain('c (secret)');
  const live = await client.call('runs.exchange', { runId: 'r', of: 'request', number: 1 });
  expect(live.exchange?.url).toMatch(/n=1&key=\(masked\)$/);
  expect((await client.call('runner.exchange', { id, index: 2 })).exchange).toBeNull();
  const secondRun = client.call('runner.start', { runId: 's', requests: ['gone.yml'], ...how });
  await expect(secondRun).rejects.toMatchObject({
    code: 'FileNotFound',
    message: 'The request gone.yml no longer exists.',
  });
});

test('an entry that is removed from the history can be restored until the history is closed', async () => {
  await send();
  await send();
  const ids = async () => (await client.call('history.list', { search: '', limit: 10 })).entries.map(({ id }) => id);
  const [second = 0, first = 0] = await ids();
  await client.call('history.remove', { id: second });
  expect(await ids()).toEqual([first]);
  await client.call('history.restore', { id: second });
  expect(await ids()).toEqual([second, first]);
  await client.call('history.remove', { id: first });
  await openAgain();
  expect(await ids()).toEqual([second]);
});

test('the first environment creates the collection of a folder without one', async () => {
  rmSync(path.join(root, 'opencollection.yml'));
  rmSync(path.join(root, 'environments'), { recursive: true });
  await client.call('collection.addEnvironment', { name: 'Local', copyOf: null });
  expect((await client.call('collection.get', {})).collection?.environments).toEqual(['Local']);
});
