import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBenchRunner } from './core.ts';
import { median, timed, type Figure } from './figure.ts';

const CALLS = 100;
const ROUNDS = 9;

/** The same program started by nothing but child_process.spawn, with its output read. */
function bareSpawn(directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['echo.sh', 'x'], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', () => resolve(stdout));
  });
}

export async function benchPrograms(): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-'));
  writeFileSync(path.join(directory, 'echo.sh'), 'echo "$1"\n');
  const runner = createBenchRunner(directory);
  const script = `for (let i = 0; i < ${CALLS}; i++) await pm.executeAsync('echo.sh', ['x']);`;
  const bare = async () => {
    for (let i = 0; i < CALLS; i++) await bareSpawn(directory);
  };
  await runner.run(script);
  await bare();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const spawned = await timed(bare);
    const called = await timed(() => runner.run(script));
    ratios.push(called / spawned);
    console.log(`  ${CALLS} bare spawns ${spawned.toFixed(0)} ms, ${CALLS} pm.executeAsync ${called.toFixed(0)} ms`);
  }
  await runner.close();
  return [
    {
      what: `${CALLS} pm.executeAsync of a shell program against bare spawns`,
      value: median(ratios),
      unit: 'times',
      target: 1.5,
    },
  ];
}
