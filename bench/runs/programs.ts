import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBenchRunner, root } from '../bench-runner.ts';
import { median, timed, type Figure } from '../figure.ts';

const CALLS = 100;
const ROUNDS = 9;
const AT_ONCE = 64;
const OUTPUT_MB = 100;

/** Starts the same program with child_process.spawn alone, and reads its output. */
function bareSpawn(directory: string, file: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', () => resolve(bytes));
  });
}

/** The duration of `ours` as a multiple of `bare`: the median over alternating rounds. */
async function ratio(rounds: number, bare: () => Promise<unknown>, ours: () => Promise<unknown>): Promise<number> {
  await ours();
  await bare();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const without = await timed(bare);
    ratios.push((await timed(ours)) / without);
  }
  return median(ratios);
}

/** Calls of a method in a warm JVM, measured as a script awaits them. */
async function benchWarmJava(sample: ReturnType<typeof createBenchRunner>): Promise<Figure[]> {
  const call = (warm: boolean) =>
    `await pm.executeAsync('greeter.jar', ['world', 42], { className: 'example.Greeter', method: 'greet', warm: ${warm} });`;
  const cold = () => sample.run(call(false));
  const warm = () => sample.run(`for (let i = 0; i < ${CALLS}; i++) ${call(true)}`);
  await warm();
  const coldTimes: number[] = [];
  const warmTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    coldTimes.push(await timed(cold));
    warmTimes.push((await timed(warm)) / CALLS);
  }
  const each = median(warmTimes);
  return [
    { what: 'a warm jar method', value: each, unit: 'ms', target: 2 },
    { what: 'a warm jar method against a cold one', value: each / median(coldTimes), unit: 'times', target: 0.05 },
  ];
}

export async function benchPrograms(): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-'));
  writeFileSync(path.join(directory, 'echo.sh'), 'echo "$1"\n');
  writeFileSync(path.join(directory, 'big.sh'), `head -c ${OUTPUT_MB * 1024 * 1024} /dev/zero | tr '\\0' 'x'\n`);
  writeFileSync(
    path.join(directory, 'late.js'),
    'process.stdout.write(String(Date.now()) + "\\n"); setTimeout(() => {}, 200);',
  );
  const runner = createBenchRunner(directory);
  const sample = createBenchRunner(path.join(root, 'examples/hello/programs'));
  const echo = () => bareSpawn(directory, 'sh', ['echo.sh', 'x']);
  const inTurn = async () => {
    for (let i = 0; i < CALLS; i++) await echo();
  };
  const figures: Figure[] = [
    {
      what: `${CALLS} pm.executeAsync of a shell program against bare spawns`,
      value: await ratio(ROUNDS, inTurn, () =>
        runner.run(`for (let i = 0; i < ${CALLS}; i++) await pm.executeAsync('echo.sh', ['x']);`),
      ),
      unit: 'times',
      target: 1.1,
    },
    {
      what: `${CALLS} pm.execute of the same`,
      value: await ratio(ROUNDS, inTurn, () =>
        runner.run(`for (let i = 0; i < ${CALLS}; i++) pm.execute('echo.sh', ['x']);`),
      ),
      unit: 'times',
      target: 1.2,
    },
    {
      what: `${AT_ONCE} side by side`,
      value: await ratio(
        ROUNDS,
        () => Promise.all(Array.from({ length: AT_ONCE }, echo)),
        () =>
          runner.run(`await Promise.all(Array.from({ length: ${AT_ONCE} }, () => pm.executeAsync('echo.sh', ['x'])));`),
      ),
      unit: 'times',
      target: 1,
    },
    {
      what: 'a jar method against a hello-world jar',
      value: await ratio(
        ROUNDS,
        () => sample.run("await pm.executeAsync('hello.jar', ['world', 42]);"),
        () =>
          sample.run(
            "await pm.executeAsync('greeter.jar', ['world', 42], { className: 'example.Greeter', method: 'greet' });",
          ),
      ),
      unit: 'times',
      target: 1.2,
    },
    ...(await benchWarmJava(sample)),
    {
      what: `${OUTPUT_MB} MB of stdout to the script against reading the same pipe`,
      value: await ratio(
        ROUNDS,
        () => bareSpawn(directory, 'sh', ['big.sh']),
        () =>
          runner.run(`const t = await pm.executeAsync('big.sh', [], { maxOutput: 2e8 }); if (t.length < 1e8) throw 1;`),
      ),
      unit: 'times',
      target: 2,
    },
  ];
  const delays: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    await runner.run("await pm.executeAsync('late.js');", (event) => {
      if (event.type === 'program.output') delays.push(Date.now() - Number(event.text));
    });
  }
  figures.push({ what: 'first byte of stdout, from written to shown', value: median(delays), unit: 'ms', target: 20 });
  await runner.close();
  await sample.close();
  return figures;
}
