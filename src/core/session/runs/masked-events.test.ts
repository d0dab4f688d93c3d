/** What a window gets of a run in whose texts secrets occur. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import { startEchoServer } from '../../testing/echo-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../testing/test-core.ts';

const code = `
  const key = pm.environment.get('key');
  console.log('before');
  console.log({ key }, 'and', key);
  pm.test('is ' + key, () => pm.expect(key).to.equal('other'));
  await pm.executeAsync('print.sh', [key]);
  throw new Error('no ' + key);
`;

test('secrets are masked in the console and the tests, and the original of each such event follows', async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  const echo = await startEchoServer();
  const workspace = temporaryFolder('masked-events');
  mkdirSync(path.join(workspace, 'environments'));
  mkdirSync(path.join(workspace, 'programs'));
  writeFileSync(path.join(workspace, 'programs/print.sh'), 'echo "got $1"; echo "nothing" >&2');
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(
    path.join(workspace, 'environments/Test.yml'),
    'name: Test\nvariables:\n  - secret: true\n    name: key\n',
  );
  const url = `${echo.url}/get?key={{key}}`;
  writeFileSync(path.join(workspace, 'a.yml'), `info:\n  name: a\nhttp:\n  method: GET\n  url: "${url}"\n`);
  const core = await openTestCore(workspace);
  const client = clientOf(core);
  const shown: (RunEvent & { masked?: true | undefined })[] = [];
  const originals: RunEvent[] = [];
  client.on('run.event', (event) => shown.push(event));
  client.on('run.unmasked', (event) => originals.push(event));
  client.on('consent.asked', ({ id }) => void client.call('consent.answer', { id, answer: 'once' }));

  const variables = [{ name: 'key', value: 'very secret', secret: true }];
  await client.call('variables.write', { owner: { kind: 'environment', name: 'Test' }, variables });
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  const sent = await client.call('collection.send', {
    runId: 's',
    id: 'a.yml',
    environment: 'Test',
    request: { ...request, postResponse: code },
  });

  const textOf = (events: readonly RunEvent[]) => JSON.stringify(events);
  const withoutResponse = shown.filter(({ type }) => type !== 'response.chunk');
  expect(textOf(withoutResponse)).not.toMatch(/very(%20| )secret/);
  const masked = shown.filter((event) => event.masked);
  expect(masked.map(({ type, seq }) => `${seq} ${type}`)).toEqual(originals.map(({ type, seq }) => `${seq} ${type}`));
  expect(originals.map(({ type }) => type)).toEqual([
    'request.answered',
    'console',
    'test',
    'program.started',
    'program.output',
    'script.error',
  ]);
  for (const event of originals) expect(textOf([event])).toMatch(/very(%20| )secret/);
  expect(shown.find((event) => event.type === 'console')).toMatchObject({ text: 'before' });
  expect(JSON.stringify(sent.response)).toContain('very');

  const ofRequest = { runId: 's', of: 'request' as const, number: 0 };
  const exchange = async (showsSecrets?: boolean) =>
    JSON.stringify((await client.call('runs.exchange', { ...ofRequest, showsSecrets })).exchange);
  expect(await exchange()).not.toContain('very');
  expect(await exchange(true)).toContain('very');
  await core.close();
  echo.close();
});
