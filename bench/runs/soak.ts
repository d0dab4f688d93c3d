/**
 * Checks that the memory of the built host stays constant over 30,000 scripts and sends in one session, once the
 * bounded log of requests and responses is full. They are started over the connection that a page of the interface has.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { startWebHost } from '../../e2e/fixtures.ts';
import type { HostContract } from '../../src/contract/host-contract.ts';
import { connect } from '../../src/contract/rpc/rpc-client.ts';
import { residentBytes } from '../../src/core/processes/process-memory.ts';
import { listen } from '../../src/core/testing/listen.ts';
import { webSocketPort } from '../../src/web/web-socket-port.ts';
import { median, type Figure } from '../figure.ts';

const ROUNDS = 15_000;
const SAMPLES = 60;
const MB = 1024 * 1024;

export async function benchSoak(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-soak-'));
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: 'x'.repeat(2_000) }));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const workspace = path.join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Soak\n');
  const code = "pm.test('ok', () => pm.response.to.have.status(200)); pm.variables.set('x', pm.response.json().text);";
  writeFileSync(
    path.join(workspace, 'a.yml'),
    `info:\n  name: a\nhttp:\n  method: GET\n  url: ${url}\nruntime:\n  scripts:\n    - type: after-response\n      code: "${code}"\n`,
  );
  const host = await startWebHost(['--workspace', workspace], { OUTRIGGER_CONFIG_DIR: path.join(folder, 'config') });
  const { client, disconnect } = await connectToHost(host.address);
  const { request } = await client.call('collection.read', { id: 'a.yml' });
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const script = { runId: `script-${round}`, scriptName: 'a.js', source: "console.log('x'.repeat(200));" };
    const { outcome } = await client.call('runs.start', script);
    const send = { runId: `send-${round}`, id: 'a.yml', request, environment: null };
    const sent = await client.call('collection.send', send);
    if (outcome !== 'passed' || sent.outcome !== 'passed') throw new Error(`${outcome}, ${sent.outcome}`);
    if (round % (ROUNDS / SAMPLES) === 0) samples.push((await residentBytes(host.child.pid ?? 0)) ?? 0);
  }
  disconnect();
  await host.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  const part = (from: number, to: number) => median(samples.slice(from * SAMPLES, to * SAMPLES));
  const plateau = part(2 / 3, 1);
  return [
    {
      what: 'memory after 30,000 scripts and sends, to that after 20,000',
      value: plateau / part(1 / 3, 2 / 3),
      unit: 'times',
      target: 1.1,
    },
    { what: 'memory of the application on its plateau', value: plateau / MB, unit: 'MB', target: 197 },
  ];
}

/** Signs in at the host as its page does. */
async function connectToHost(address: string) {
  const page = await fetch(address);
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  const key = /url=\/#([\w-]+)/.exec(await page.text())?.[1] ?? '';
  const { host, origin } = new URL(address);
  const socket = new WebSocket(`ws://${host}/host`, ['outrigger', key], { headers: { cookie, origin } });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { client: connect<HostContract>(webSocketPort(socket)), disconnect: () => socket.terminate() };
}
