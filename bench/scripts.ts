import { setTimeout as sleep } from 'node:timers/promises';
import { createBenchRunner } from './core.ts';
import { median, timed, type Figure } from './figure.ts';

const trivial = "pm.test('sum', () => pm.expect(1 + 1).to.equal(2));";
const IN_A_ROW = 300;

export async function benchScripts(): Promise<Figure[]> {
  const runner = createBenchRunner('.');
  for (let i = 0; i < 20; i++) await runner.run(trivial);
  const warm: number[] = [];
  for (let i = 0; i < 40; i++) {
    await sleep(30); // as a person presses Run: the next realm is ready by then
    warm.push(await timed(() => runner.run(trivial)));
  }
  const row = await timed(async () => {
    for (let i = 0; i < IN_A_ROW; i++) await runner.run(trivial);
  });
  await runner.close();
  return [
    { what: 'a warm trivial script, Run to finished, median of 40', value: median(warm), unit: 'ms', target: 5 },
    { what: `each of ${IN_A_ROW} in a row`, value: row / IN_A_ROW, unit: 'ms', target: 3 },
  ];
}
