import { fork } from 'node:child_process';
import { once } from 'node:events';
import { exampleFor, exampleKinds, recognize } from '../../src/core/providers/messaging/recognition/recognize.ts';
import { median, type Figure } from '../figure.ts';
import { benchListen } from './listen.ts';
import { benchStored } from './stored.ts';
import { load, requests } from './webhook-load.ts';

const SENT = 40_000;
const WARMING = 2000;
/** Both listeners are measured in turn, because the speed of the machine changes from second to second. */
const ROUNDS = 9;

async function measure(which: 'ours' | 'reference', all: readonly Buffer[]) {
  const child = fork(new URL('./webhook-server.ts', import.meta.url), [which], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const untilIndexed = async (count: number) => {
    if (which === 'reference') return;
    child.send(count);
    await once(child, 'message');
  };
  await load(port, all.slice(0, WARMING));
  await untilIndexed(WARMING);
  const startMs = performance.now();
  const { total, each } = await load(port, all);
  await untilIndexed(WARMING + all.length);
  const searchable = performance.now() - startMs;
  child.kill();
  each.sort((a, b) => a - b);
  const rateOf = (ms: number) => all.length / (ms / 1000);
  return { rate: rateOf(total), searchable: rateOf(searchable), p99: each[Math.floor(each.length * 0.99)] ?? 0 };
}

export async function benchWebhooks(): Promise<Figure[]> {
  const all = requests(SENT);
  const rounds: Record<'ours' | 'reference', Awaited<ReturnType<typeof measure>>>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await measure('ours', all), reference: await measure('reference', all) });
  const middle = (figure: 'rate' | 'searchable' | 'p99') => median(rounds.map((round) => round.ours[figure]));
  const ours = { rate: middle('rate'), searchable: middle('searchable'), p99: middle('p99') };
  const referenceRate = median(rounds.map((round) => round.reference.rate));
  const ratio = median(rounds.map((round) => round.reference.rate / round.ours.rate));
  const recognised = exampleKinds.filter((kind) => recognize(exampleFor(kind)).kind !== null).length;

  return [
    {
      what: `notifications durable a second, as 5000 / rate (${ours.rate.toFixed(0)}/s)`,
      value: 5000 / ours.rate,
      unit: 'times',
      target: 1,
    },
    {
      what: `  recognised and found by a search, as 5000 / rate (${ours.searchable.toFixed(0)}/s)`,
      value: 5000 / ours.searchable,
      unit: 'times',
      target: 1,
    },
    { what: '99 of 100 are answered within', value: ours.p99, unit: 'ms', target: 50 },
    {
      what: `the library's rate / ours (${referenceRate.toFixed(0)}/s, nothing stored)`,
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
    ...(await benchListen()),
    ...(await benchStored()),
  ];
}
