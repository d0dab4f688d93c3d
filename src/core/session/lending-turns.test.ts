/** A script whose request waits for a sign-in does not keep other scripts waiting. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyScopes } from '../../contract/scripts/script-context.ts';
import { loadCollection } from '../collection/files/collection-files.ts';
import { runCollection } from '../runs/collection/run-collection.ts';
import { createRunner, type Runner } from '../testing/run.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { lendingTurns } from './lending-turns.ts';

let runner: Runner;
beforeAll(() => void (runner = createRunner()));
afterAll(() => runner.sandboxes.close());

async function requestsWithSignIn() {
  const root = temporaryFolder('lending-turns');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  const auth = {
    type: 'oauth2',
    flow: 'authorization_code',
    authorizationUrl: 'http://127.0.0.1:1/authorize',
    accessTokenUrl: 'http://127.0.0.1:1/token',
    credentials: { clientId: 'client' },
  };
  const code = "await pm.execution.runRequest('signs in');";
  const requests = {
    runs: { runtime: { scripts: [{ type: 'before-request', code }] } },
    'signs in': { http: { method: 'GET', url: 'http://127.0.0.1:1', auth } },
  };
  for (const [name, more] of Object.entries(requests)) {
    const file = { info: { name }, http: { method: 'GET', url: 'http://127.0.0.1:1' }, ...more };
    writeFileSync(path.join(root, `${name}.yml`), JSON.stringify(file));
  }
  return (await loadCollection(root)).requests;
}

test('while scripts wait for a sign-in, another script runs; the turns are taken back with the pages', async () => {
  const requests = await requestsWithSignIn();
  const pages: AbortSignal[] = [];
  let lent = 0;
  const lendTurn = () => {
    lent += 1;
    const takeBack = runner.sandboxes.lendTurn();
    return () => {
      lent -= 1;
      takeBack();
    };
  };
  const questions = lendingTurns(
    {
      consent: () => Promise.resolve('once'),
      vault: () => Promise.resolve(true),
      signIn: (_url, page) => void pages.push(page),
    },
    lendTurn,
  );
  const stop = new AbortController();
  const waiting = ['a', 'b'].map((runId) =>
    runCollection(
      { runId, name: 'x', requests, scopes: emptyScopes() },
      {
        ...runner.dependencies({ resources: { openBrowser: (url, page) => questions.signIn?.(url, page, runId) } }),
        onEvent: () => undefined,
      },
      stop.signal,
    ),
  );
  await expect.poll(() => pages.length, { timeout: 10_000 }).toBe(2);
  expect((await runner.run('console.log(1);', { signal: AbortSignal.timeout(5000) })).logged).toEqual(['1']);
  expect(lent).toBe(2);
  stop.abort();
  expect(await Promise.all(waiting)).toEqual(['stopped', 'stopped']);
  await expect.poll(() => lent).toBe(0);
});
