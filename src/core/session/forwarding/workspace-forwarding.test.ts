/** A workspace forwards notifications to a server of the user, and replays them. */
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rehearsalPlan } from '../../../contract/webhooks/rehearsal-calls.ts';
import { createApplication, type Application } from '../../application.ts';
import { startTarget, type TargetServer } from '../../forwarding/testing/target-server.ts';
import { startSandbox } from '../../sandbox-process/sandbox.ts';
import { createSessionApi, type SessionApi } from '../session-api.ts';
import type { Session } from '../session.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testFiles } from '../../testing/test-core.ts';

const files = testFiles();
const { signal } = new AbortController();

let application: Application;
let target: TargetServer;
let root: string;
let session: Session;
let api: SessionApi;
async function open(): Promise<void> {
  session = await application.openSession(root, {
    questions: { consent: () => Promise.resolve('once'), vault: () => Promise.resolve(true) },
  });
  api = createSessionApi(session, undefined);
}
beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  target = await startTarget();
  const sandbox = startSandbox(files, { size: 1, spares: 0, startsLate: true });
  application = await createApplication({ version: '1.0.0', files, sandbox, onNotice: () => undefined });
  root = temporaryFolder('forwarding');
  await open();
});
afterEach(async () => {
  await application.close();
  await target.close();
});

async function receive(body: string, headers: Record<string, string> = {}): Promise<void> {
  const { url } = session.notifications.current.status();
  const response = await fetch(new URL('/hooks?a=1', url), { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}
const deliveriesOf = async (notification: number) =>
  (await api['forwarding.deliveries']({ notification }, signal)).deliveries;

test('forwarding is off at first; it is announced, recorded, and off again in the next session', async () => {
  await api['notifications.listen']({ on: true, port: 0 }, signal);
  expect(await api['forwarding.status']({}, signal)).toMatchObject({ on: false, url: '' });
  await receive('before');
  const delivered: unknown[] = [];
  session.events.subscribe((name, payload) => void (name === 'forwarding.delivered' && delivered.push(payload)));
  await api['forwarding.set']({ on: true, url: target.url }, signal);
  await receive('after');
  await vi.waitFor(() => expect(delivered).toEqual([{ notifications: [2] }]), { timeout: 20_000 });
  expect(target.received.map(({ url, body }) => [url, String(body)])).toEqual([['/hooks?a=1', 'after']]);
  expect(await deliveriesOf(2)).toMatchObject([{ kind: 'forward', status: 200, text: 'number 1' }]);
  expect(await deliveriesOf(1)).toEqual([]);

  await session.close();
  await open();
  expect(await api['forwarding.status']({}, signal)).toMatchObject({ on: false, url: target.url });
  expect(await deliveriesOf(2)).toHaveLength(1);
});

test('the listener of the workspace is refused as target, under any name of this computer', async () => {
  await api['notifications.listen']({ on: true, port: 0 }, signal);
  const { port } = session.notifications.current.status();
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const forwardTo = { on: true, url: `http://${host}:${port}/` };
    await expect(api['forwarding.set'](forwardTo, signal)).rejects.toThrow('would send notifications to itself');
  }
});

test('a listener on all addresses is refused also by the name and the addresses of this computer', async () => {
  await api['notifications.listen']({ on: true, port: 0, host: '0.0.0.0', token: 'a-long-token-for-tests' }, signal);
  const { port } = session.notifications.current.status();
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ family }) => family === 'IPv4'),
  );
  for (const host of ['0.0.0.0', hostname().toUpperCase(), ...addresses.map(({ address }) => address)]) {
    const forwardTo = { on: true, url: `http://${host}:${port}/` };
    await expect(api['forwarding.set'](forwardTo, signal)).rejects.toThrow('would send notifications to itself');
  }
});

test('a replay signs again and stores both responses, without secrets', async () => {
  await api['notifications.listen']({ on: true, port: 0 }, signal);
  const secrets = session.services.secrets.of({ workspace: root, purpose: 'vault' });
  await secrets.set('pin', 'a-known-secret');
  await receive('{"n":1}', { 'X-Hub-Signature-256': 'sha256=00' });
  await receive('{"n":2}');
  const plain = await api['forwarding.replay']({ ids: [2, 1], url: target.url, sign: null }, signal);
  expect(plain.deliveries.map(({ notification, kind, signed }) => [notification, kind, signed])).toEqual([
    [1, 'replay', false],
    [2, 'replay', false],
  ]);
  await target.close();
  target = await startTarget((_request, response) => void response.end('a-known-secret'), target.port);
  const sign = { scheme: { scheme: 'github' as const }, secret: 'shared' };
  await api['forwarding.replay']({ ids: [1], url: target.url, sign }, signal);
  const expected = `sha256=${createHmac('sha256', 'shared').update('{"n":1}').digest('hex')}`;
  expect(target.received[0]?.rawHeaders).toContain(expected);
  const [latest, first] = await deliveriesOf(1);
  expect([latest?.signed, first?.text]).toEqual([true, 'number 1']);
  expect(latest?.text).not.toContain('a-known-secret');
});

test('the stored secret of a provider signs a replay and a rehearsal; without one nothing is sent', async () => {
  await api['notifications.listen']({ on: true, port: 0 }, signal);
  await receive('{"n":1}', { 'X-Hub-Signature-256': 'sha256=00' });
  const sign = { provider: 'github' };
  const replayed = () => api['forwarding.replay']({ ids: [1], url: target.url, sign }, signal);
  await expect(replayed()).rejects.toMatchObject({ code: 'InvalidParams', message: 'No secret is stored for GitHub.' });
  expect(target.received).toEqual([]);

  await api['webhookProviders.setSecrets']({ id: 'github', secrets: ['shared', 'older'] }, signal);
  const { deliveries } = await replayed();
  const plan = rehearsalPlan.parse({});
  const { report } = await api['rehearsal.run']({ plan, url: target.url, sign }, signal);
  const expected = `sha256=${createHmac('sha256', 'shared').update('{"n":1}').digest('hex')}`;
  expect(target.received.map(({ rawHeaders }) => rawHeaders.includes(expected))).toEqual([true, true]);
  expect(JSON.stringify([deliveries, report])).not.toContain('shared');
});

test('a replay to an unreachable server reports it; a cancelled one ends', async () => {
  await api['notifications.listen']({ on: true, port: 0 }, signal);
  await receive('1');
  await target.close();
  const { deliveries } = await api['forwarding.replay']({ ids: [1], url: target.url, sign: null }, signal);
  expect(deliveries[0]).toMatchObject({ status: null, failure: expect.stringContaining('ECONNREFUSED') as string });
  target = await startTarget(() => undefined);
  const stop = new AbortController();
  const replaying = api['forwarding.replay']({ ids: [1], url: target.url, sign: null }, stop.signal);
  await vi.waitFor(() => expect(target.received).toHaveLength(1));
  stop.abort();
  await expect(replaying).rejects.toMatchObject({ code: 'Cancelled' });
  await expect(api['forwarding.replay']({ ids: [99], url: target.url, sign: null }, signal)).rejects.toMatchObject({
    code: 'NotificationNotFound',
  });
});

test('a rehearsal is previewed, then run as previewed, with progress', async () => {
  await api['notifications.listen']({ on: true, port: 0 }, signal);
  for (let number = 1; number <= 5; number += 1) await receive(`{"n":${number}}`);
  const plan = rehearsalPlan.parse({ duplicates: 1, reordered: 0.5, seed: 4 });
  const { steps, titles } = await api['rehearsal.preview']({ plan }, signal);
  expect(titles.map(({ notification }) => notification)).toEqual([1, 2, 3, 4, 5]);
  const progress: unknown[] = [];
  session.events.subscribe((name, payload) => void (name === 'rehearsal.progress' && progress.push(payload)));
  const { report } = await api['rehearsal.run']({ plan, url: target.url, sign: null }, signal);
  expect(progress.at(-1)).toEqual({ done: steps.length, total: steps.length });
  expect(report).toMatchObject({ requests: 10, passed: false, verdicts: { 'responses differ': 5 } });
  const sent = target.received.map(({ body }) => (JSON.parse(String(body)) as { n: number }).n);
  expect(sent.toSorted()).toEqual(steps.map(({ notification }) => notification).toSorted());
  const noneMatching = rehearsalPlan.parse({ notifications: { filter: { search: 'nowhere' } } });
  await expect(api['rehearsal.preview']({ plan: noneMatching }, signal)).rejects.toThrow('no notifications');
});

describe('a script that checks a rehearsal', () => {
  const writeScript = (text: string) => {
    mkdirSync(path.join(root, 'scripts'), { recursive: true });
    writeFileSync(path.join(root, 'scripts/taken-once.js'), text);
  };
  const rehearsed = async (script = 'scripts/taken-once.js') => {
    const plan = rehearsalPlan.parse({ duplicates: 1, check: { script, timeoutMs: 5000 } });
    return (await api['rehearsal.run']({ plan, url: target.url, sign: null }, signal)).report;
  };
  beforeEach(async () => {
    await api['notifications.listen']({ on: true, port: 0 }, signal);
    await receive('{"n":1}', { 'X-Shop': 'north' });
    await receive('{"n":2}');
  });

  test('sends requests to the server itself, and its tests are the verdict of each notification', async () => {
    const processed: string[] = [];
    const counter = await startTarget(({ url }, response) => {
      response.end(String(processed.filter((item) => item === url.slice(1)).length));
    });
    await target.close();
    // Accepts the first notification once, and the second as often as it is sent.
    target = await startTarget(({ body }, response) => {
      const { n } = JSON.parse(String(body)) as { n: number };
      if (n !== 1 || !processed.includes('1')) processed.push(String(n));
      response.end();
    });
    writeScript(`
      const data = pm.iterationData.toObject();
      const answer = await pm.sendRequest('${counter.url}/' + data.body.n);
      pm.test('taken once', () => pm.expect(answer.text()).to.equal('1'));
      pm.test('what it is given', () => {
        pm.expect(data.attempts.map(({ status }) => status)).to.deep.equal([200, 200]);
        pm.expect([data.id, data.method, data.path]).to.deep.equal([data.body.n, 'POST', '/hooks?a=1']);
        pm.expect(data.headers['x-shop']).to.equal(data.id === 1 ? 'north' : undefined);
      });`);
    const report = await rehearsed();
    await counter.close();
    expect(report.notifications.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['once', 'Every test of the script passed.'],
      ['check failed', expect.stringContaining("taken once: expected '2' to equal '1'") as string],
    ]);
    expect(report.notifications[1]?.tests.map(({ name, state }) => [name, state])).toEqual([
      ['taken once', 'failed'],
      ['what it is given', 'passed'],
    ]);
    expect(report).toMatchObject({ passed: false, verdicts: { once: 1, 'check failed': 1 } });
  });

  test.each([
    ['throws', "pm.test('never judged', () => {}); throw new Error('no server')", 'no server'],
    ['has no test', 'console.log(1)', 'has run no test'],
    ['does not end', 'await new Promise((resolve) => setTimeout(resolve, 60000))', 'was ended after 300 ms'],
  ])('leaves the verdict open if it %s', async (_name, text, reason) => {
    writeScript(text);
    const plan = rehearsalPlan.parse({ check: { script: 'scripts/taken-once.js', timeoutMs: 300 } });
    const { report } = await api['rehearsal.run']({ plan, url: target.url, sign: null }, signal);
    expect(report.notifications).toMatchObject([
      { verdict: 'unclear', reason: expect.stringContaining(reason) as string },
      { verdict: 'unclear' },
    ]);
  });

  test('is read before anything is sent, and from the workspace alone', async () => {
    await expect(rehearsed('scripts/absent.js')).rejects.toMatchObject({ code: 'FileNotFound' });
    await expect(rehearsed('../outside.js')).rejects.toMatchObject({ code: 'OutsideWorkspace' });
    expect(target.received).toEqual([]);
  });
});
