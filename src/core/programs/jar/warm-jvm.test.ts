import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startDirectly, type StartedProgram } from '../../processes/start-program.ts';
import { startWarmJvm } from './warm-jvm.ts';

test('a call of a JVM that has ended before it ends as well, with the output until then', async () => {
  let started: StartedProgram | undefined;
  const jvm = await startWarmJvm(
    {
      argv: ['node', '-e', `console.log('early'); process.exitCode = 3;`],
      executable: process.execPath,
      cwd: process.cwd(),
      env: process.env,
    },
    {
      start: async (options) => (started = await startDirectly(options)),
      reaper: { watch: () => undefined, release: () => undefined },
    },
  );
  await started?.exited;
  await expect.poll(() => started?.stdout.closed && started.stderr.closed).toBe(true);
  expect(jvm.isUsable()).toBe(false);
  const { stdout, stderr, exited } = jvm.call({ signature: 'a.B.c()', parameters: [], stdin: undefined });
  expect(await Promise.all([exited, text(stdout), text(stderr)])).toEqual([
    { exitCode: 3, signal: null },
    'early\n',
    '',
  ]);
  await jvm.end();
});
