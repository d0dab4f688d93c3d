import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleFor, exampleKinds, recognize } from '../src/core/providers/messaging/recognize.ts';
import { openNotificationStore } from '../src/core/notifications/store.ts';
import { median, timed, type Figure } from './figure.ts';
import { fillStore, STORED } from './notifications.ts';

const CONNECTIONS = 32;
const AT_ONCE = 8;
const SENT = 40_000;
const WARMING = 2000;
/** The machine is not the same from second to second: ours and theirs take turns. */
const ROUNDS = 9;

/** What the service sends, as requests ready for the wire, each with an idMessage of its own. */
function requests(count: number): Buffer[] {
  const bodies = ['outgoing_status_sent', 'incoming_text', 'incoming_document'].map((kind) =>
    JSON.stringify(exampleFor(kind)),
  );
  return Array.from({ length: count }, (_, index) => {
    const body = (bodies[index % bodies.length] ?? '').replace(/"idMessage":"[^"]*"/, `"idMessage":"BENCH${index}"`);
    return Buffer.from(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

/**
 * Sends all of them over kept connections, `AT_ONCE` in one write, so that the generator is not what is measured;
 * returns milliseconds for each such write until its last answer, and for all.
 */
async function load(port: number, all: readonly Buffer[]): Promise<{ total: number; each: number[] }> {
  let next = 0;
  const each: number[] = [];
  const total = await timed(() =>
    Promise.all(
      Array.from(
        { length: CONNECTIONS },
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = net.connect(port, '127.0.0.1').setNoDelay();
            let began = 0;
            let awaited = 0;
            const send = () => {
              const group = all.slice(next, next + AT_ONCE);
              next += group.length;
              awaited = group.length;
              if (awaited === 0) return socket.end(resolve);
              began = performance.now();
              socket.write(Buffer.concat(group));
            };
            socket.on('connect', send);
            socket.on('data', (chunk) => {
              // Answers are small: none is cut in two.
              for (let at = chunk.indexOf('HTTP/1.1 '); at >= 0; at = chunk.indexOf('HTTP/1.1 ', at + 9)) {
                if (chunk.toString('latin1', at + 9, at + 12) !== '200') return reject(new Error(chunk.toString()));
                awaited -= 1;
              }
              if (awaited > 0) return;
              each.push(performance.now() - began);
              send();
            });
            socket.on('error', reject);
          }),
      ),
    ),
  );
  return { total, each };
}

async function measure(which: 'ours' | 'theirs', all: readonly Buffer[]) {
  const child = fork(new URL('./webhook-server.ts', import.meta.url), [which], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const settled = async (count: number) => {
    if (which === 'theirs') return;
    child.send(count);
    await once(child, 'message');
  };
  await load(port, all.slice(0, WARMING));
  await settled(WARMING);
  const began = performance.now();
  const { total, each } = await load(port, all);
  await settled(WARMING + all.length);
  const found = performance.now() - began;
  child.kill();
  each.sort((a, b) => a - b);
  const rateOf = (ms: number) => all.length / (ms / 1000);
  return { rate: rateOf(total), found: rateOf(found), p99: each[Math.floor(each.length * 0.99)] ?? 0 };
}

export async function benchWebhooks(): Promise<Figure[]> {
  const all = requests(SENT);
  const rounds: Record<'ours' | 'theirs', Awaited<ReturnType<typeof measure>>>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await measure('ours', all), theirs: await measure('theirs', all) });
  const middle = (figure: 'rate' | 'found' | 'p99') => median(rounds.map((one) => one.ours[figure]));
  const ours = { rate: middle('rate'), found: middle('found'), p99: middle('p99') };
  const theirs = median(rounds.map((one) => one.theirs.rate));
  const ratio = median(rounds.map((one) => one.theirs.rate / one.ours.rate));
  const recognised = exampleKinds.filter((kind) => recognize(exampleFor(kind)).kind !== null).length;

  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-million-')), 'n.sqlite');
  const store = openNotificationStore(file, () => undefined);
  const filling = await timed(() => fillStore(store));
  const page = { limit: 200 };
  const slowest = async (work: () => unknown) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) times.push(await timed(work));
    return median(times);
  };
  const figures: Figure[] = [
    {
      what: `notifications durable a second, as 5000 / rate (${ours.rate.toFixed(0)}/s)`,
      value: 5000 / ours.rate,
      unit: 'times',
      target: 1,
    },
    {
      what: `  recognised and found by a search, as 5000 / rate (${ours.found.toFixed(0)}/s)`,
      value: 5000 / ours.found,
      unit: 'times',
      target: 1,
    },
    { what: '99 of 100 are answered within', value: ours.p99, unit: 'ms', target: 50 },
    {
      what: `the library's rate / ours (${theirs.toFixed(0)}/s, nothing stored)`,
      value: ratio,
      unit: 'times',
      target: 0.5,
    },
    {
      what: `examples not recognised, of ${exampleKinds.length}`,
      value: exampleKinds.length - recognised,
      unit: 'times',
      target: 0,
    },
    {
      what: `of ${STORED} stored: the newest 200`,
      value: await slowest(() => store.list({}, page)),
      unit: 'ms',
      target: 100,
    },
    {
      what: '  a page in the middle',
      value: await slowest(() => store.list({}, { ...page, before: STORED / 2 })),
      unit: 'ms',
      target: 100,
    },
    {
      what: '  of one kind',
      value: await slowest(() => store.list({ kind: 'incoming_poll' }, page)),
      unit: 'ms',
      target: 100,
    },
    {
      what: '  with a code',
      value: await slowest(() => store.list({ code: 'SWE002' }, page)),
      unit: 'ms',
      target: 100,
    },
    {
      what: '  by a word that is everywhere',
      value: await slowest(() => store.list({ search: 'whatsapp' }, page)),
      unit: 'ms',
      target: 100,
    },
    {
      what: '  by a word that is in one',
      value: await slowest(() => store.list({ search: 'M777777' }, page)),
      unit: 'ms',
      target: 100,
    },
    {
      what: '  how many fit a word',
      value: await slowest(() => store.count({ search: 'M777777' })),
      unit: 'ms',
      target: 100,
    },
    { what: '  how many there are', value: await slowest(() => store.count({})), unit: 'ms', target: 100 },
    {
      what: '  how many of one kind',
      value: await slowest(() => store.count({ kind: 'incoming_poll' })),
      unit: 'ms',
      target: 100,
    },
    {
      what: `memory of this process, filled in ${(filling / 1000).toFixed(0)} s`,
      value: process.memoryUsage().rss / 1024 / 1024,
      unit: 'MB',
      target: 400,
    },
  ];
  store.close();
  return figures;
}
