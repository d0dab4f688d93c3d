/** No process survives when the application itself is killed, without a chance to clean up. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { alive } from '../../testing/alive.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** A host process that runs `source`; its first line of output contains the process ids to check. */
function host(source: string): ReturnType<typeof spawn> {
  const folder = temporaryFolder('reaper');
  writeFileSync(path.join(folder, 'tree.sh'), "echo $$; sleep 300 & echo $!; trap '' TERM; wait; sleep 300");
  const entry = path.join(folder, 'host.ts');
  writeFileSync(
    entry,
    `import { runScript } from ${JSON.stringify(path.join(root, 'src/core/runs/script/run-script.ts'))};
     import { createReaper } from ${JSON.stringify(path.join(root, 'src/core/processes/ending/reaper.ts'))};
     import { findSandboxRuntime } from ${JSON.stringify(path.join(root, 'src/core/processes/find-runtime.ts'))};
     import { createSandboxPool } from ${JSON.stringify(path.join(root, 'src/core/sandbox-process/pool/sandbox-pool.ts'))};
     const reaper = createReaper();
     const sandboxes = createSandboxPool({ runtime: findSandboxRuntime(), entry: ${JSON.stringify(inject('sandboxEntry'))}, size: 1, spares: 0, reaper });
     const sandboxProcess = await sandboxes.take();
     console.log(sandboxProcess.pid);
     sandboxes.giveBack(sandboxProcess);
     await runScript({ runId: '1', scriptName: 'a.js', source: ${JSON.stringify(source)} }, {
       sandboxes, reaper, resources: {},
       programs: { directory: ${JSON.stringify(folder)}, jarExecuter: '', env: process.env, authorize: async () => true, inTurn: (work) => work() },
       onEvent: (event) => event.type === 'program.output' ? process.stdout.write(event.text) : event.type === 'console' && console.log(event.text),
     }, new AbortController().signal);`,
  );
  return spawn(process.execPath, [entry], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function killedAfterLines(child: ReturnType<typeof spawn>, lines: number): Promise<number[]> {
  let output = '';
  const numbers = await new Promise<number[]>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const pids = output.split('\n').filter((line) => /^\d+$/.test(line));
      if (pids.length >= lines) resolve(pids.map(Number));
    });
  });
  expect(await alive(numbers)).toEqual(numbers);
  child.kill('SIGKILL');
  return numbers;
}

test.skipIf(process.platform === 'win32')(
  'if the host is killed by SIGKILL, its programs, their children and the sandbox end',
  async () => {
    const pids = await killedAfterLines(host("await pm.executeAsync('tree.sh');"), 3);
    await expect.poll(() => alive(pids)).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')(
  'if the host is killed by SIGKILL, a sandbox with an endless loop ends',
  async () => {
    const pids = await killedAfterLines(host('for (;;) {}'), 1);
    await expect.poll(() => alive(pids)).toEqual([]);
  },
);
