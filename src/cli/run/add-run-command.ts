/** The command `outrigger run` with its options. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { startSandbox } from '../../core/sandbox-process/sandbox.ts';
import { terminalText } from '../console/terminal-text.ts';
import { firstProcess, isForWorkers } from '../first-process.ts';
import { collect, parseConcurrency, parseCount, parseMilliseconds } from '../parse-values.ts';
import { addSessionOptions } from '../session-options.ts';
import { findTarget } from './find-target.ts';
import { adviceFor } from './options/options-of-other-tools.ts';
import { reporterNames } from './options/reporter-names.ts';
import type { RunOptions } from './options/run-options.ts';
import { parseShard } from './options/shard-option.ts';

/** @throws InvalidArgumentError for no tag, with which all requests would run */
function collectTags(value: string, before: string[] = []): string[] {
  const tags = value.split(',').map((tag) => tag.trim());
  if (tags.includes('')) throw new InvalidArgumentError('A tag is empty. Write tags with commas between them: a,b.');
  return [...before, ...tags];
}

function parseReporter(value: string, before: string[] = []): string[] {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(reporterNames as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no reporter "${unknown}". The reporters are ${reporterNames.join(', ')}.`);
  }
  return [...before, ...names];
}

export function addRunCommand(program: Command, { version, files }: { version: string; files: AppFiles }): void {
  const run = program
    .command('run')
    .description('Run a script, or the requests of a collection, and report what happened.')
    .argument(
      '[target]',
      'a JavaScript file; a folder, request or file of an OpenCollection; a Postman collection (.json); the folder of a Bruno collection',
    );
  addSessionOptions(run);
  addSelectionOptions(run);
  addReportOptions(run);
  addEngineOptions(run);
  run
    .configureOutput({ outputError: (message, write) => write(terminalText(message) + adviceFor(message)) })
    .addHelpText(
      'after',
      '\nExit codes: 0 all passed; 1 a test failed, a script threw or a request got no response;\n2 usage error; 3 Outrigger itself failed; 130 stopped by Ctrl+C.',
    )
    .action(async (targetName: string | undefined, parsed: RunOptions, command: Command) => {
      const { target, options } = await findTarget(targetName, parsed, command);
      // Scripts of an iteration run one after the other, so one process for each is enough.
      const size = options.concurrency ?? 1;
      const sandbox = startSandbox(files, { size, spares: 0, first: firstProcess, startsLate: isForWorkers });
      try {
        const { runCommand } = await import('./run-command.ts');
        process.exitCode = await runCommand(target, options, { version, files, sandbox });
      } finally {
        await sandbox.close();
      }
    });
}

/** Which requests run, how often, and when the run ends. */
const addSelectionOptions = (run: Command): Command =>
  run
    .option(
      '--timeout-script <ms>',
      'end the script after this time (default: after 5 minutes without a program, a request or a webhook)',
      parseMilliseconds,
    )
    .option(
      '--folder <name>',
      'only this folder or request, by its name, its path or its id in Postman; may be given several times',
      collect,
    )
    .option(
      '--tags <tags>',
      'only requests that have one of these tags, or whose folder has; separated by commas, may be given several times',
      collectTags,
    )
    .option('--exclude-tags <tags>', 'not the requests with one of these tags', collectTags)
    .option(
      '-n, --iteration-count <n>',
      'the number of iterations over the requests (default: one for each row of data)',
      parseCount,
    )
    .option('-d, --iteration-data <file>', 'CSV or JSON: a row of variables for each iteration')
    .option(
      '--inspect-brk',
      'stop the script at its first line, for a debugger (Chrome, an editor) at the printed address',
    )
    .option(
      '--concurrency <n>',
      'the number of concurrent iterations, each with its own variables and cookies (default: 1; iterations then share them)',
      parseConcurrency,
    )
    .option('--delay-request <ms>', 'wait between two requests', parseMilliseconds)
    .option('--bail', 'end the run at the first request that fails')
    .option(
      '--shard <i/n>',
      'run only part i of n; auto: the part that Kubernetes (auto/n), Slurm, AWS Batch or the CI system assigns; outrigger merge-reports merges the JSON or NDJSON reports',
      (value) => parseShard(value),
    )
    .option('--timeout-request <ms>', 'the timeout of a response (default: none)', parseMilliseconds);

/** Options of runs whose parts run elsewhere or beside each other, each with its own variables and numbers. */
const wholeRunOnly = ['engine', 'attach', 'concurrency'];

const addReportOptions = (run: Command): Command =>
  run
    .addOption(
      new Option(
        '-r, --reporter <names>',
        'cli: text; events: one JSON object a line; json, ndjson, junit, html: a report; several are separated by commas',
      ).argParser(parseReporter),
    )
    .option('--out <file>', 'write the report to this file; for several reports, in their order', collect)
    .addOption(
      new Option('--verbose', 'print the headers and bodies of each request and response').conflicts(wholeRunOnly),
    )
    .addOption(
      new Option(
        '--export-environment <file>',
        'write the variables of the environment to this file after the run, with the secrets that scripts have set',
      ).conflicts(wholeRunOnly),
    )
    .addOption(
      new Option('--export-globals <file>', 'write the global variables to this file after the run').conflicts(
        wholeRunOnly,
      ),
    )
    .option('--color', 'use colours even when the output is not a terminal')
    .option('--no-color', 'use no colours');

const addEngineOptions = (run: Command): Command =>
  run
    .option(
      '--engine <address>',
      'let workers execute the run: redis://host:6379 of a Redis or Valkey server; set its password in OUTRIGGER_ENGINE_PASSWORD, because other users see the arguments of a command (docs/scale.md)',
    )
    .option(
      '--attach <id>',
      'collect a run of --engine again, whose command has ended; where that was on this computer, the id is enough',
    )
    .option('--no-retry', 'with --engine: a part whose worker has ended is an error, and is not repeated')
    .option('--part-size <n>', 'with --engine: the approximate number of requests in a part (default: 50)', parseCount)
    .option(
      '--rate-limit <n>',
      'with --engine: the limit of requests per second, for all workers together',
      parseCount,
    );
