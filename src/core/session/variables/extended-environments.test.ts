/** Environments that extend others, through the host contract: sent, shown, renamed and imported. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { Core } from '../../create-core.ts';
import { startEchoServer, type EchoServer } from '../../testing/echo-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../testing/test-core.ts';

let core: Core;
let client: HostClient;
let echo: EchoServer;
let root: string;
const base = { kind: 'environment' as const, name: 'Base' };
const local = { kind: 'environment' as const, name: 'Local' };
const fileOf = (environment: string) => path.join(root, `environments/${environment}.yml`);

beforeEach(async () => {
  echo = await startEchoServer();
  root = temporaryFolder('extended');
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(
    fileOf('Base'),
    `name: Base\nvariables:\n  - name: base\n    value: ${echo.url}\n  - name: n\n    value: "1"\n  - secret: true\n    name: key\n`,
  );
  writeFileSync(fileOf('Local'), 'name: Local\nextends: Base\nvariables:\n  - name: n\n    value: "2"\n');
  writeFileSync(
    path.join(root, 'a.yml'),
    'info:\n  name: a\nhttp:\n  method: GET\n  url: "{{base}}/get?n={{n}}&key={{key}}"\n',
  );
  core = await openTestCore(root);
  client = clientOf(core);
});
afterEach(async () => {
  await core.close();
  echo.close();
});

let sends = 0;
async function sentWith(environment: string): Promise<unknown> {
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  const sent = { runId: `extended-${(sends += 1)}`, id: 'a.yml', request, environment };
  const { response } = await client.call('collection.send', sent);
  return (JSON.parse(response?.text ?? '{}') as { args?: unknown }).args;
}

test('a request is sent with the values and the secrets of the environment that is extended', async () => {
  const { variables } = await client.call('variables.read', { owner: base });
  const typed = variables.map((variable) => (variable.secret ? { ...variable, value: 'of base' } : variable));
  await client.call('variables.write', { owner: base, variables: typed });
  expect(await sentWith('Local')).toEqual({ n: '2', key: 'of base' });
  expect(await sentWith('Base')).toEqual({ n: '1', key: 'of base' });
  const { variables: visible } = await client.call('collection.visible', { id: 'a.yml', environment: 'Local' });
  expect(visible).toContainEqual({ name: 'base', value: echo.url, scope: 'Local, from Base', secret: false });
  expect(visible).toContainEqual({ name: 'key', value: '', scope: 'Local, from Base', secret: true });
  expect(visible).toContainEqual({ name: 'n', value: '2', scope: 'Local', secret: false });
});

test('inherited variables are shown as such, and an edit of the environment does not write them', async () => {
  const { inherited, variables, version } = await client.call('variables.read', { owner: local });
  expect(inherited).toEqual([
    { name: 'base', value: echo.url, secret: false, from: 'Base' },
    { name: 'key', value: '', secret: true, from: 'Base' },
  ]);
  await client.call('variables.write', {
    owner: local,
    version,
    variables: [...variables, { name: 'more', value: '3', secret: false }],
  });
  expect(readFileSync(fileOf('Local'), 'utf8')).toMatch(/^name: Local\nextends: Base\n/);
  expect(readFileSync(fileOf('Local'), 'utf8')).not.toContain(echo.url);
});

test('an environment that is renamed is extended under its new name', async () => {
  await client.call('collection.renameEnvironment', { from: 'Base', to: 'Common' });
  expect(readFileSync(fileOf('Local'), 'utf8')).toContain('extends: Common');
  expect(await sentWith('Local')).toEqual({ n: '2', key: '' });
});

test('an import renames what its environments extend together with the environments', async () => {
  const text = JSON.stringify({
    opencollection: '1.0.0',
    info: { name: 'Other' },
    items: [],
    config: {
      environments: [
        { name: 'Dev', extends: 'Base', variables: [] },
        { name: 'Base', variables: [{ name: 'base', value: 'http://other' }] },
      ],
    },
  });
  await client.call('collection.import', { text, name: 'other.json', folder: null, parent: '' });
  expect(readFileSync(fileOf('Dev'), 'utf8')).toContain('extends: Base 2');
});
