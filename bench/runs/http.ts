/** Measures sending a request through the whole application, compared with undici alone. */
import http from 'node:http';
import { Agent, request as undiciRequest } from 'undici';
import { emptyScopes } from '../../src/contract/scripts/script-context.ts';
import { createRequestDefinitions } from '../../src/core/runs/collection/request-definitions.ts';
import { runRequest } from '../../src/core/runs/request/run-request.ts';
import type { LoadedRequest } from '../../src/core/collection/files/collection-files.ts';
import { listen } from '../../src/core/testing/listen.ts';
import { createBenchRunner, root } from '../bench-runner.ts';
import { median, timed, type Figure } from '../figure.ts';

const ROUNDS = 15;
const SENDS = 100;
const MANY = 1_000;

export async function benchHttp(): Promise<Figure[]> {
  const answer = Buffer.from(JSON.stringify({ ok: true, text: 'x'.repeat(1000) }));
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  });
  const url = `http://127.0.0.1:${await listen(server)}/orders`;
  const runner = createBenchRunner(root);
  const { signal } = new AbortController();
  const item = (scripts: { type: 'before-request' | 'after-response'; code: string }[]): LoadedRequest => ({
    id: 'a.yml',
    name: 'a',
    path: ['Bench', 'a'],
    defaults: [],
    request: {
      http: {
        method: 'POST',
        url,
        headers: [{ name: 'X', value: '{{x}}' }],
        body: { type: 'json', data: '{"a":"{{x}}"}' },
      },
      ...(scripts.length > 0 ? { runtime: { scripts } } : {}),
    },
  });
  const { dependencies } = runner;
  const send = async (request: LoadedRequest, count: number) => {
    let calls = 0;
    const run = { emit: () => undefined, nextCallId: () => ++calls };
    const definition = createRequestDefinitions().of(request);
    for (let at = 0; at < count; at += 1) {
      const scopes = emptyScopes();
      scopes.environment.values = { x: 'value' };
      const sent = { item: request, definition, scopes, dependencies, run, signal, settings: {} };
      const { outcome } = await runRequest(sent);
      if (outcome !== 'passed') throw new Error(`The send ${outcome}.`);
    }
  };
  const agent = new Agent();
  const bare = async () => {
    for (let at = 0; at < SENDS; at += 1) {
      const headers = { 'content-type': 'application/json', X: 'value' };
      const { body } = await undiciRequest(url, { dispatcher: agent, method: 'POST', headers, body: '{"a":"value"}' });
      await body.text();
    }
  };
  const plain = item([]);
  const scripted = item([
    { type: 'before-request', code: "pm.request.headers.upsert({ key: 'X', value: pm.variables.get('x') });" },
    { type: 'after-response', code: "pm.test('ok', () => pm.expect(pm.response.json().ok).to.be.true);" },
  ]);
  await bare();
  await send(plain, SENDS);
  await send(scripted, 10);
  const [ratios, more]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await timed(bare);
    const ours = await timed(() => send(plain, SENDS));
    ratios.push(ours / alone);
    more.push(((await timed(() => send(scripted, SENDS))) - ours) / SENDS);
  }
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  await send(plain, MANY);
  globalThis.gc?.();
  const grown = Math.max(0, process.memoryUsage().rss - before) / 1e6;
  await runner.close();
  await agent.destroy();
  server.closeAllConnections();
  server.close();
  return [
    { what: 'a send without scripts against undici alone', value: median(ratios), unit: 'times', target: 1.5 },
    { what: 'a pre-request and a post-response script more', value: median(more), unit: 'ms', target: 3 },
    { what: `memory more after ${MANY} sends`, value: grown, unit: 'MB', target: 50 },
  ];
}
