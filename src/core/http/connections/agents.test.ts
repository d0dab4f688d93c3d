/** How many agents there are, and when they are closed. */
import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { defaultConnection } from '../../../contract/collection/connection.ts';
import { createAgents, MAX_AGENTS } from './agents.ts';

const url = new URL('http://127.0.0.1:1');
/** Other folders have other agents where the connection is not the default one. */
const needsOf = (name: string | number) => ({ connection: { ...defaultConnection }, folder: `/${name}` });
type State = Dispatcher & { closed: boolean; destroyed: boolean };
const itself = (agent: Dispatcher) => Promise.resolve(agent as State);

test('beyond the limit, the agents that were not used for the longest time are closed', async () => {
  const agents = createAgents();
  const first = await agents.use(url, needsOf('first'), itself);
  const second = await agents.use(url, needsOf('second'), itself);
  for (let index = 0; index < MAX_AGENTS - 2; index += 1) await agents.use(url, needsOf(index), itself);
  expect(await agents.use(url, needsOf('first'), itself)).toBe(first);
  await agents.use(url, needsOf('one more'), itself);
  await new Promise(setImmediate);
  expect([first.closed, second.closed]).toEqual([false, true]);
  expect(await agents.use(url, needsOf('second'), itself)).not.toBe(second);
  await agents.close();
});

test('an agent through which a request is about to be sent is not closed before', async () => {
  const agents = createAgents();
  const sent = Promise.withResolvers<void>();
  const used = Promise.withResolvers<State>();
  const using = agents.use(url, needsOf('used'), async (agent) => {
    used.resolve(agent as State);
    await sent.promise;
  });
  const agent = await used.promise;
  for (let index = 0; index < MAX_AGENTS * 2; index += 1) await agents.use(url, needsOf(index), itself);
  expect(agent.closed).toBe(false);
  sent.resolve();
  await using;
  for (let index = 0; index < MAX_AGENTS; index += 1) await agents.use(url, needsOf(`more ${index}`), itself);
  expect(agent.closed).toBe(true);
  await agents.close();
});

test('closing ends all agents, and there are no new ones afterwards', async () => {
  const agents = createAgents();
  const agent = await agents.use(url, needsOf('a'), itself);
  // It waits for the certificate's file to be looked up.
  const connection = { ...defaultConnection, ca: ['missing.pem'] };
  const late = agents.use(url, { connection, folder: '/' }, itself);
  late.catch(() => undefined);
  await agents.close();
  expect(agent.destroyed).toBe(true);
  await expect(late).rejects.toMatchObject({ code: 'Cancelled' });
  await expect(agents.use(url, needsOf('b'), itself)).rejects.toMatchObject({ code: 'Cancelled' });
  await expect(agents.unshared(url, needsOf('b'))).rejects.toMatchObject({ code: 'Cancelled' });
});
