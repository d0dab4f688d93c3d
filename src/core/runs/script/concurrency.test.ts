/** Concurrent iterations, with a real server that responds only after as many requests as allowed have arrived. */
import http from 'node:http';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import { runEvent, type RunEvent } from '../../../contract/runs/run-event.ts';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { listen } from '../../testing/listen.ts';
import { createRunner } from '../../testing/run.ts';
import type { CollectionRun } from '../collection/collection-run.ts';
import { runCollection } from '../collection/run-collection.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
let server: http.Server;
let base = '';
/** Responses that are held back until `together` requests have arrived. */
let heldResponses: http.ServerResponse[] = [];
let together = 1;
const cookies: (string | undefined)[] = [];
beforeAll(async () => {
  runner = createRunner();
  server = http.createServer((request, response) => {
    cookies.push(request.headers.cookie);
    response.setHeader('set-cookie', 'session=abc; Path=/');
    if (request.url !== '/together') return void response.end('{}');
    heldResponses.push(response);
    if (heldResponses.length < together) return;
    for (const item of heldResponses) item.end('{}');
    heldResponses = [];
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await runner.sandboxes.close();
});

async function collection(requests: Record<string, { path: string; before?: string; after?: string }>) {
  const root = temporaryFolder('concurrency');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  for (const [name, { path: url, before = '', after = '' }] of Object.entries(requests)) {
    const scripts = [
      { type: 'before-request', code: before },
      { type: 'after-response', code: after },
    ];
    const file = {
      info: { name, seq: name.charCodeAt(0) },
      http: { method: 'GET', url: `${base}${url}` },
      runtime: { scripts },
    };
    writeFileSync(path.join(root, `${name}.yml`), JSON.stringify(file));
  }
  return (await loadCollection(root)).requests;
}

async function run(
  change: Pick<CollectionRun, 'requests'> & Partial<CollectionRun>,
  signal = new AbortController().signal,
) {
  const events: RunEvent[] = [];
  cookies.length = 0;
  const outcome = await runCollection(
    { runId: 'r', name: 'x', scopes: emptyScopes(), ...change },
    { ...runner.dependencies({}), onEvent: (event) => events.push(runEvent.parse(event)) },
    signal,
  );
  const report = newReport();
  for (const event of events) foldReport(report, event);
  return { outcome, events, report };
}

test('as many iterations as allowed run at the same time, each with its own variables, cookies and data', async () => {
  together = 2;
  const requests = await collection({
    a: { path: '/together', before: "pm.variables.set('mine', pm.iterationData.get('n'));" },
    b: {
      path: '/alone',
      before: "if (pm.variables.get('mine') === 2) await pm.execution.runRequest('c');",
      after:
        "pm.test(`of ${pm.info.iteration}: ${pm.variables.get('mine')}, ${pm.collectionVariables.get('seen')}`, () => {}); pm.collectionVariables.set('seen', 'by another');",
    },
    c: { path: '/alone' },
  });
  const data = [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }];
  const { outcome, events, report } = await run({ requests, data, concurrency: 2 });
  expect(outcome).toBe('passed');
  const tests = report.requests.flatMap((request) => request.tests.map(({ name }) => name)).sort();
  expect(tests).toEqual([0, 1, 2, 3].map((n) => `of ${n}: ${n}, undefined`));
  // The first request of each iteration has no cookie; the later ones have that of their iteration.
  expect(cookies.filter((cookie) => cookie === undefined)).toHaveLength(4);
  expect(report.requests).toHaveLength(13);
  expect(report.requests.map(({ index }) => index)).toEqual(Array.from({ length: 13 }, (_, at) => at));
  const nested = report.requests.find(({ caller }) => caller !== undefined);
  expect(nested).toMatchObject({ name: 'c', iteration: 2, status: 200 });
  expect(report.requests[nested?.caller ?? -1]).toMatchObject({ name: 'b', iteration: 2 });
  // Events of different requests are not interleaved.
  const order = events.flatMap(({ request }) => (request === undefined ? [] : [request]));
  const outer = order.map((number) => report.requests[number]?.caller ?? number);
  expect(outer).toEqual([...outer].sort((a, b) => a - b));
});

test('the first failure ends the other iterations too; nothing further is sent', async () => {
  together = 2;
  const requests = await collection({
    a: { path: '/together', after: "pm.test('fails', () => { throw new Error('no'); });" },
    b: { path: '/alone' },
  });
  const { outcome, report } = await run({ requests, iterations: 100, concurrency: 2, bail: true });
  expect(outcome).toBe('failed');
  expect(report.requests.map(({ name }) => name)).toEqual(['a', 'a']);
});

test('Stop ends all iterations', async () => {
  together = 3;
  const requests = await collection({ a: { path: '/together' } });
  const stop = new AbortController();
  const running = run({ requests, iterations: 10, concurrency: 2 }, stop.signal);
  await expect.poll(() => heldResponses.length).toBe(2);
  stop.abort();
  const { outcome, report } = await running;
  expect(outcome).toBe('stopped');
  expect(report.requests).toHaveLength(2);
  heldResponses = [];
});
