import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../src/core/processes/process-memory.ts';
import { createBenchRunner } from '../bench-runner.ts';
import { median, timed, type Figure } from '../figure.ts';
import { openPostman, runInQuickJs } from './other-sandboxes.ts';
import { benchRealm } from './realm.ts';
import { fiveMegabytes, heavy, lines, tests, trivial } from './script-sources.ts';

const parses = 'if (pm.response.json().length < 1000) throw new Error("wrong");';
const readsOne = "if (pm.environment.get('name77777') !== 'v77777') throw new Error('wrong');";
const IN_A_ROW = 300;
const ROUNDS = 5;

/** Medians of alternating rounds, so that a slow moment of the machine affects all alike. */
async function compare(
  works: Record<string, () => Promise<unknown>>,
  rounds = ROUNDS,
): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) (times[name] ??= []).push(await timed(work));
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}
const ratio = (times: Record<string, number>, of: string) => (times['ours'] ?? 0) / (times[of] ?? 1);

export async function benchScripts(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const against = (what: string, times: Record<string, number>, target: number, quickJsTarget = target) => {
    const ms = Object.entries(times).map(([name, value]) => `${name} ${value.toFixed(1)}`);
    figures.push({
      what: `${what} / postman-sandbox (${ms.join(', ')} ms)`,
      value: ratio(times, 'postman'),
      unit: 'times',
      target,
    });
    if (times['quickjs'])
      figures.push({ what: `${what} / QuickJS`, value: ratio(times, 'quickjs'), unit: 'times', target: quickJsTarget });
  };

  const times: Record<string, number[]> = { ours: [], postman: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of Object.keys(times)) times[name]?.push(await coldStart(name));
  const cold = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
  against('cold start to the end of a trivial script', cold, 0.4);

  const runner = createBenchRunner('.');
  const postman = await openPostman();
  const body = fiveMegabytes();
  for (let i = 0; i < 20; i++) await Promise.all([runner.run(trivial), postman.run(trivial)]);

  const warm: Record<string, number[]> = { ours: [], postman: [], quickjs: [] };
  for (let i = 0; i < 40; i++) {
    await sleep(30); // With a pause, as when a person presses Run: the next realm is ready by then.
    warm['ours']?.push(await timed(() => runner.run(trivial)));
    warm['postman']?.push(await timed(() => postman.run(trivial)));
    warm['quickjs']?.push(await timed(() => runInQuickJs(trivial)));
  }
  const warmest = Object.fromEntries(Object.entries(warm).map(([name, all]) => [name, median(all)]));
  against('a warm trivial script', warmest, 1);
  figures.push({ what: 'a warm trivial script, Run to finished', value: warmest['ours'] ?? 0, unit: 'ms', target: 5 });

  const row = (run: () => Promise<void>) => async () => {
    for (let i = 0; i < IN_A_ROW; i++) await run();
  };
  const rows = await compare({ ours: row(() => runner.run(trivial)), postman: row(() => postman.run(trivial)) }, 3);
  against(`${IN_A_ROW} in a row`, rows, 1);
  figures.push({ what: `each of ${IN_A_ROW} in a row`, value: (rows['ours'] ?? 0) / IN_A_ROW, unit: 'ms', target: 3 });

  against(
    'crypto-js over 1 MB, a sort, 5 MB of JSON',
    await compare({
      ours: () => runner.run(heavy, undefined, { body }),
      postman: () => postman.run(heavy, body),
      quickjs: () => runInQuickJs(heavy, body),
    }),
    1,
  );
  against('10,000 pm.test', await compare({ ours: () => runner.run(tests), postman: () => postman.run(tests) }), 1);
  against(
    '10,000 console.log of an object',
    await compare({ ours: () => runner.run(lines), postman: () => postman.run(lines) }),
    1,
  );

  const json = await compare({
    ours: () => runner.run(parses, undefined, { body }),
    bare: () => Promise.resolve(JSON.parse(body)),
  });
  const readFigure = `a script that reads 5 MB of JSON / JSON.parse (${(json['bare'] ?? 0).toFixed(1)} ms)`;
  figures.push({ what: readFigure, value: ratio(json, 'bare'), unit: 'times', target: 3 });

  const values = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name${index}`, `v${index}`]));
  const many = await compare({ ours: () => runner.run(readsOne, undefined, { environment: values }) });
  figures.push({ what: 'one of 100,000 variables read', value: many['ours'] ?? 0, unit: 'ms', target: 20 });

  const sandboxProcess = await runner.sandboxMemory();
  const postmanBytes = await postmanMemory();
  const megabytes = (bytes: number) => bytes / 1024 / 1024;
  const memory = `memory after these scripts: a sandbox process / a process with postman-sandbox (${megabytes(sandboxProcess).toFixed(0)}, ${megabytes(postmanBytes).toFixed(0)} MB)`;
  figures.push({ what: memory, value: sandboxProcess / postmanBytes, unit: 'times', target: 1 });

  await runner.close();
  postman.close();
  return [...figures, ...(await benchRealm())];
}

/** Milliseconds in a new process, from no sandbox to the end of the first script. */
async function coldStart(name: string): Promise<number> {
  const child = fork(new URL('./cold-start.ts', import.meta.url), [name]);
  const [ms] = (await once(child, 'message')) as [number];
  if (child.exitCode === null) await once(child, 'exit');
  return ms;
}

async function postmanMemory(): Promise<number> {
  const child = fork(new URL('./postman-process.ts', import.meta.url));
  await once(child, 'message');
  const bytes = await residentBytes(child.pid ?? 0);
  child.kill();
  return bytes ?? 0;
}
