/**
 * Checks that the memory of the application stays constant over 20,000 scripts and sends in one session, after it has
 * reached a plateau.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication } from '../src/core/application.ts';
import { appFiles } from '../src/core/platform/files/app-files.ts';
import { residentBytes } from '../src/core/processes/process-memory.ts';
import { startSandbox } from '../src/core/sandbox-process/sandbox.ts';
import { createSessionApi } from '../src/core/session/session-api.ts';
import { listen } from '../src/core/testing/listen.ts';
import { root } from './core.ts';
import { median, type Figure } from './figure.ts';

const ROUNDS = 10_000;
const SAMPLES = 40;
const MB = 1024 * 1024;

export async function benchSoak(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-soak-'));
  process.env['OUTRIGGER_CONFIG_DIR'] = path.join(folder, 'config');
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
  const files = appFiles(path.join(root, 'out/main'));
  const application = await createApplication({
    version: 'soak',
    files,
    sandbox: startSandbox(files, { size: 1, spares: 1 }),
    onNotice: () => undefined,
  });
  const session = await application.openSession(workspace, {
    questions: { consent: () => Promise.resolve('deny'), vault: () => Promise.resolve(false) },
  });
  const api = createSessionApi(session, undefined);
  const { signal } = new AbortController();
  const { request } = await api['collection.read']({ id: 'a.yml' }, signal);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const script = { runId: `script-${round}`, scriptName: 'a.js', source: "console.log('x'.repeat(200));" };
    const { outcome } = await api['runs.start'](script, signal);
    const sent = await api['collection.send'](
      { runId: `send-${round}`, id: 'a.yml', request, environment: null },
      signal,
    );
    if (outcome !== 'passed' || sent.outcome !== 'passed') throw new Error(`${outcome}, ${sent.outcome}`);
    if (round % (ROUNDS / SAMPLES) === 0) samples.push((await residentBytes(process.pid)) ?? 0);
  }
  await application.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  const part = (from: number, to: number) => median(samples.slice(from * SAMPLES, to * SAMPLES));
  const plateau = part(0.75, 1);
  return [
    {
      what: 'memory after 20,000 scripts and sends, to that after 10,000',
      value: plateau / part(0.25, 0.5),
      unit: 'times',
      target: 1.1,
    },
    { what: 'memory of the application on its plateau', value: plateau / MB, unit: 'MB', target: 260 },
  ];
}
