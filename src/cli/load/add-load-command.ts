/** The command `outrigger load`, and the options of `outrigger worker --load`. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { MAX_LOAD_MS, MAX_LOAD_STARTS_PER_SECOND, MAX_LOAD_USERS } from '../../contract/load/load-limits.ts';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { scriptProcessesOf } from '../../core/load/script-processes.ts';
import { startSandbox } from '../../core/sandbox-process/sandbox.ts';
import { loadReporters, type LoadOptions, type LoadReporter, type LoadWorkerOptions } from './load-options.ts';
import { collect, parseCount, parseMilliseconds } from '../parse-values.ts';
import { addSessionOptions } from '../session-options.ts';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** @returns milliseconds */
function parseTime(value: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(value) ?? [];
  const time = Number(amount) * (unitMs[unit] ?? NaN);
  if (!(time > 0) || time > MAX_LOAD_MS)
    throw new InvalidArgumentError('It must be a time such as 500ms, 30s, 10m or 2h, at most 24h.');
  return time;
}
function parsePerSecond(value: string): number {
  const rate = Number(value);
  if (!(rate > 0) || rate > MAX_LOAD_STARTS_PER_SECOND)
    throw new InvalidArgumentError(
      `It must be a number per second above 0, at most ${MAX_LOAD_STARTS_PER_SECOND} on one machine.`,
    );
  return rate;
}
function parseUsers(value: string): number {
  const users = parseCount(value);
  if (users > MAX_LOAD_USERS) throw new InvalidArgumentError(`It must be at most ${MAX_LOAD_USERS} on one machine.`);
  return users;
}

/** The options for iterations, for load runs and workers. */
const addIterationOptions = (command: Command): Command =>
  command
    .option('--think <time>', 'pause of a user between two iterations (default: none)', parseTime)
    .option(
      '--folder <name>',
      'only this folder or request, by its name, its path or its id in Postman; may be given several times',
      collect,
    )
    .option(
      '--iteration-data <file>',
      'CSV or JSON: a row of variables for each iteration, beginning again after the last row',
    )
    .option('--timeout-request <ms>', 'the timeout of a response (default: none)', parseMilliseconds)
    .option('--timeout-script <ms>', 'end a script after this time', parseMilliseconds)
    .option(
      '--script-processes <n>',
      'scripts that run at the same time, at most 64; more of them help scripts that wait for programs or webhooks (default: 4 for each processor)',
      parseCount,
    );

/** The options of a command that also works for a queue (`--engine`). */
export function addLoadWorkerOptions(worker: Command): void {
  worker.addOption(
    new Option('--load <address>', 'the master of a load run with Locust: tcp://host:5557 (docs/load.md)').conflicts([
      'engine',
      'concurrency',
    ]),
  );
  for (const option of addIterationOptions(new Command()).options) {
    option.description = `with --load: ${option.description}`;
    worker.addOption(option);
  }
}

export const isLoadWorker = (options: Partial<LoadWorkerOptions>): options is LoadWorkerOptions =>
  options.load !== undefined;

export async function startLoadWorker(
  target: string,
  options: LoadWorkerOptions,
  { version, files }: { version: string; files: AppFiles },
): Promise<number> {
  const sandbox = startSandbox(files, { size: scriptProcessesOf(options), spares: 0 });
  try {
    const { loadWorkerCommand } = await import('./load-worker-command.ts');
    return await loadWorkerCommand(target, options, { version, files, sandbox });
  } finally {
    await sandbox.close();
  }
}

export function addLoadCommand(program: Command, { version, files }: { version: string; files: AppFiles }): void {
  const load = program
    .command('load')
    .description('Send the requests of a collection from many users at once, or at a rate, and measure the responses.')
    .argument('<target>', 'a folder, request or file of an OpenCollection; a Postman collection (.json)')
    .option(
      '--users <n>',
      'the number of users, each with one iteration after the other; with --arrivals: the limit of concurrent iterations (default: 200)',
      parseUsers,
    )
    .option(
      '--rate <n>',
      'the number of users that start in a second, until all have started (default: 10)',
      parsePerSecond,
    )
    .addOption(
      new Option('--arrivals <n>', 'start this number of iterations per second, whether or not earlier ones have ended')
        .argParser(parsePerSecond)
        .conflicts(['rate', 'think']),
    )
    .addOption(
      new Option('--spacing <kind>', 'of arrivals: at random times, like those of independent people, or evenly')
        .choices(['poisson', 'constant'])
        .default('poisson'),
    )
    .requiredOption('--for <time>', 'the duration: 30s, 10m, 2h', parseTime)
    .option(
      '--expect <expectation>',
      'a condition without which the exit code is 1: "p95 < 300 ms", "errors < 1 %", "rate > 50/s", "p99 of Log in < 1 s"; may be given several times',
      collect,
    )
    .addOption(
      new Option('--reporter <name>', 'json or html; may be given several times (default: by the extensions of --out)')
        .choices(loadReporters)
        .argParser((value: string, before: LoadReporter[] | undefined) => {
          const reporter = loadReporters.find((name) => name === value);
          if (!reporter) throw new InvalidArgumentError(`The reporters are ${loadReporters.join(' and ')}.`);
          return [...(before ?? []), reporter];
        }),
    )
    .option('--out <file>', 'write the report to this file; for several reports, in their order', collect);
  addIterationOptions(load);
  addSessionOptions(load)
    .addHelpText(
      'after',
      '\nExit codes: 0 all expectations are met, or without any, no request failed; 1 otherwise; 2 usage error;\n3 Outrigger itself failed; 130 stopped by Ctrl+C, with a report of what was measured.',
    )
    .action(async (target: string, options: LoadOptions) => {
      const sandbox = startSandbox(files, { size: scriptProcessesOf(options), spares: 0 });
      try {
        const { loadCommand } = await import('./load-command.ts');
        process.exitCode = await loadCommand(target, options, { version, files, sandbox });
      } finally {
        await sandbox.close();
      }
    });
}
