/** Measures listing, filtering, searching and counting in a store with a million notifications. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NotificationFilter } from '../../src/contract/webhooks/notification.ts';
import { openNotificationStore } from '../../src/core/notifications/store/store.ts';
import { hostFlags } from '../../scripts/host-flags.mjs';
import { median, timed, type Figure } from '../figure.ts';
import { arrivedAt, fillStore, OTHER_PATH, RARE_PATH, STORED } from './notifications.ts';

const ROUNDS = 5;
/** An even number: the notification has the provider that most notifications have. */
const FOUND = 2 * Math.floor(STORED * 0.38);

/**
 * In a process of its own, started like the host that has the store: the memory of this one contains what was sent to
 * the listener, too, and by default its new objects grow further before they are collected.
 */
export async function benchStored(): Promise<Figure[]> {
  const child = fork(new URL('stored-process.ts', import.meta.url), { execArgv: [...hostFlags] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of the store ended with ${code}.`);
  });
  const [figures] = (await Promise.race([once(child, 'message'), ended])) as [Figure[]];
  return figures;
}

export async function measureStored(): Promise<Figure[]> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-million-')), 'n.sqlite');
  const store = openNotificationStore(file, () => undefined);
  const filling = await timed(() => fillStore(store));
  const lists: [string, NotificationFilter, number?][] = [
    ['the newest 200', {}],
    ['a page in the middle', {}, STORED / 2],
    ['of one kind', { kind: 'incoming_poll' }],
    ['with a code', { code: 'SWE002' }],
    ['by a method that most have', { method: 'POST' }],
    ['by a rare method', { method: 'PUT' }],
    ['by a path that most have', { path: '/' }],
    ['by a rare path', { path: RARE_PATH }],
    ['by a path that none has', { path: '/none' }],
    ['of the provider that most have', { provider: 'messaging' }],
    ['of a rare provider', { provider: 'github' }],
    ['of one provider, by the path of another', { provider: 'messaging', path: OTHER_PATH }],
    [
      'of one provider, by its path, until soon after the first',
      { provider: 'stripe', path: OTHER_PATH, until: arrivedAt(1000) },
    ],
    ['of one provider, since the middle', { provider: 'stripe', since: arrivedAt(STORED / 2) }],
    ['since the middle', { since: arrivedAt(STORED / 2) }],
    ['until soon after the first', { until: arrivedAt(1000) }],
    ['within a minute in the middle', { since: arrivedAt(STORED / 2), until: arrivedAt(STORED / 2 + 60) }],
    ['by a rare method, until the middle', { method: 'PUT', until: arrivedAt(STORED / 2) }],
    ['by a word that is everywhere', { search: 'whatsapp' }],
    ['by a word that is in one', { search: `M${FOUND}` }],
    ['by a word that is in the headers of all', { search: 'application json' }],
    ['by a word that is in one header', { search: `r${FOUND}` }],
    ['by a word that is everywhere, of a rare method', { search: 'application', method: 'PUT' }],
  ];
  const counts: [string, NotificationFilter][] = [
    ['there are', {}],
    ['fit a word', { search: `M${FOUND}` }],
    ['fit a word that is everywhere', { search: 'whatsapp' }],
    ['are of one kind', { kind: 'incoming_poll' }],
    ['are of one provider, by the path of another', { provider: 'messaging', path: OTHER_PATH }],
    ['are of one provider', { provider: 'stripe' }],
    ['have a rare method', { method: 'PUT' }],
    ['are within the first half', { until: arrivedAt(STORED / 2) }],
  ];
  const medianOf = async (work: () => unknown) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
    return median(times);
  };
  const listed: Figure[] = [];
  for (const [what, filter, before] of lists) {
    const value = await medianOf(() => store.list(filter, { limit: 200, before }));
    listed.push({ what: `of ${STORED} stored: ${what}`, value, unit: 'ms', target: 100 });
  }
  const counted: Figure[] = [];
  for (const [what, filter] of counts) {
    const value = await medianOf(() => store.count(filter));
    counted.push({ what: `  how many ${what}`, value, unit: 'ms', target: 100 });
  }
  store.close();
  return [
    ...listed,
    ...counted,
    {
      what: `memory of its process, filled in ${(filling / 1000).toFixed(0)} s`,
      value: process.memoryUsage().rss / 1024 / 1024,
      unit: 'MB',
      target: 400,
    },
  ];
}
