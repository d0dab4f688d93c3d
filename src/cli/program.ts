/**
 * Defines the commands of the command line. Their work is done by the core; this file has only texts and exit codes.
 * Each command loads its modules lazily.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { codedError, errorTable, toFailure, writeErrorsForTerminal } from '../contract/errors.ts';
import { reportFormats } from '../contract/runs/report-formats.ts';
import { createMask } from '../core/platform/secrets/mask.ts';
import { maskUrls } from '../core/platform/secrets/mask-credentials.ts';
import type { SimulateOptions } from './webhooks/simulate-command.ts';
import type { AddOptions } from './add-command.ts';
import type { ImportOptions } from './import-command.ts';
import type { LockOptions } from './programs-command.ts';
import type { MergeOptions } from './run/merge-reports-command.ts';
import { addSessionOptions } from './session-options.ts';
import type { WorkerOptions } from './run/workers/worker-command.ts';
import { files, firstProcess } from './first-process.ts';
import { parseConcurrency, parsePort } from './parse-values.ts';
import { addRunCommand } from './run/add-run-command.ts';
import { startSandbox } from '../core/sandbox-process/sandbox.ts';
import { secretsIn } from './secret-options.ts';
import { notify, terminalText } from './console/terminal-text.ts';
import { addListenCommand } from './webhooks/listen-options.ts';
import type { LoadWorkerOptions } from './load/load-options.ts';
import { addLoadCommand, addLoadWorkerOptions, isLoadWorker, startLoadWorker } from './load/add-load-command.ts';
import { addWebhooksCommands } from './webhooks/webhooks-options.ts';

writeErrorsForTerminal();
const WRONG_CALL = 2;
const { version } = JSON.parse(readFileSync(path.join(files.root, 'package.json'), 'utf8')) as { version: string };

function parseFactor(value: string): number {
  const factor = Number(value);
  if (!Number.isFinite(factor) || factor <= 0) throw new InvalidArgumentError('It must be a number above 0.');
  return factor;
}

const program = new Command('outrigger')
  .description('Run API scripts that call programs you already have.')
  .version(version)
  .exitOverride()
  // Arguments may come from a CI system, such as the name of a branch.
  .configureOutput({ outputError: (message, write) => write(terminalText(message)) })
  .showHelpAfterError('(outrigger --help lists the commands)');

addRunCommand(program, { version, files });
addLoadCommand(program, { version, files });

const worker = program
  .command('worker')
  .description(
    'Execute parts of the runs that outrigger run --engine has put into a queue, or simulate users for a load run of Locust.',
  )
  .argument('<target>', 'the collection of the runs')
  .option(
    '--engine <address>',
    'the queue: redis://host:6379 of a Redis or Valkey server; set its password in OUTRIGGER_ENGINE_PASSWORD',
  )
  .option('--concurrency <n>', 'with --engine: the number of concurrent parts (default: 1)', parseConcurrency);
addLoadWorkerOptions(worker);
addSessionOptions(worker).action(async (target: string, options: Partial<WorkerOptions & LoadWorkerOptions>) => {
  if (isLoadWorker(options)) {
    process.exitCode = await startLoadWorker(target, options, { version, files });
    return;
  }
  const { engine } = options;
  if (engine === undefined) {
    throw codedError(
      'InvalidParams',
      'A worker needs the address of a queue or of a load master.',
      'Give --engine <address> or --load <address>.',
    );
  }
  const sandbox = startSandbox(files, { size: options.concurrency ?? 1, spares: 0 });
  try {
    const { workerCommand } = await import('./run/workers/worker-command.ts');
    process.exitCode = await workerCommand(target, { ...options, engine }, { version, files, sandbox });
  } finally {
    await sandbox.close();
  }
});

program
  .command('merge-reports')
  .description('Merge the JSON or NDJSON reports of the parts of a run (--shard) into one.')
  .argument('<files...>', 'the JSON or NDJSON report of each part')
  .addOption(
    new Option('--reporter <name>', 'the format of the merged report').choices([...reportFormats]).default('html'),
  )
  .option('--out <file>', 'write it to this file (default: the terminal)')
  .action(async (parts: string[], options: MergeOptions) => {
    const { mergeReportsCommand } = await import('./run/merge-reports-command.ts');
    process.exitCode = await mergeReportsCommand(parts, options);
  });

const programs = program
  .command('programs')
  .description('Lock files: which programs a collection calls, and what decides the code that they run.');
programs
  .command('lock')
  .description('List the programs that the scripts of a collection call, with the hashes of what they run.')
  .argument(
    '<folder>',
    'a folder, request or file of an OpenCollection; a Postman collection (.json); a folder of scripts',
  )
  .option('--out <file>', 'write the list to this file (default: the terminal)')
  .option('--external-program-path <dir>', 'the programs directory (default: the folder programs of the collection)')
  .action(async (target: string, options: LockOptions) => {
    const { lockCommand } = await import('./programs-command.ts');
    await lockCommand(target, options, files);
  });
programs
  .command('approve')
  .description('Show a lock file, and approve its content on this computer, for outrigger run --allow-lock.')
  .argument('<lock>', 'the lock file')
  .action(async (file: string) => {
    const { approveCommand } = await import('./programs-command.ts');
    await approveCommand(file);
  });

program
  .command('import')
  .description(
    'Import a collection of Postman, OpenAPI, Swagger, Insomnia, Bruno, HAR, cURL or OpenCollection into a folder.',
  )
  .argument('<source>', 'the file to import, or the folder of a Bruno collection')
  .option('--to <folder>', 'the workspace to import into (created if it does not exist; default: the current folder)')
  .configureOutput({
    outputError: (message, write) =>
      write(
        terminalText(message) +
          (message.includes('too many arguments') ? 'The folder to import into is named with --to.\n' : ''),
      ),
  })
  .action(async (source: string, options: ImportOptions) => {
    const { importCommand } = await import('./import-command.ts');
    await importCommand(source, options);
  });

program
  .command('add')
  .description('Add npm packages for scripts: each as one file in scripts/packages, with its hash in a lock file.')
  .argument('<packages...>', 'such as npm:ms@2.1.3; npm:ms adds the newest version')
  .option('--to <folder>', 'the workspace, or the folder of the collection (default: the current folder)')
  .option('--registry <url>', 'the registry for npm (default: the one that npm is configured with)')
  .addHelpText(
    'after',
    '\nThe npm of this computer fetches them; no code of a package is run, and a run of scripts downloads nothing.\nScripts use them with pm.require("npm:ms@2.1.3").',
  )
  .action(async (packages: string[], options: AddOptions) => {
    const { addCommand } = await import('./add-command.ts');
    await addCommand(packages, options);
  });

addListenCommand(program, files);
addWebhooksCommands(program, { version, files });

program
  .command('simulate')
  .description('Simulate the messaging service, to try notifications without an account.')
  .option('--port <number>', 'the port to listen on (default: any free one)', parsePort)
  .option('--webhook-url <url>', 'the URL to post notifications to; without it they wait in the queue')
  .option('--webhook-token <text>', 'the token to send as Authorization; also from OUTRIGGER_WEBHOOK_TOKEN')
  .option('--webhook-token-file <file>', 'a file that contains the token')
  .option(
    '--speed <factor>',
    'the factor by which its delays are shorter than those of the service (default: 60)',
    parseFactor,
  )
  .option('--rate <number>', 'requests per second above which it responds with 429 (default: 50)', parseFactor)
  .option(
    '--quota <number>',
    'the number of messages after which it responds with 466 (default: no limit)',
    parseFactor,
  )
  .action(async (options: SimulateOptions) => {
    const { simulateCommand } = await import('./webhooks/simulate-command.ts');
    await simulateCommand(options);
  });

// Commands inherit the program's error text, which refers to the help of another command.
function nameOwnHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help lists the options)`);
  for (const part of command.commands) nameOwnHelp(part, `${name} ${part.name()}`);
}
for (const command of program.commands) nameOwnHelp(command, `outrigger ${command.name()}`);

// The reader of the output has ended (`| head`, a closed terminal): the command ends as when its terminal is closed.
process.stdout.on('error', () => {
  if (process.listenerCount('SIGHUP') === 0) process.exit(1);
  process.emit('SIGHUP', 'SIGHUP');
});
process.stderr.on('error', () => undefined);

function reportError(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_CALL;
  } else {
    const failure = toFailure(error);
    const mask = createMask(secretsIn(process.env));
    notify(mask(maskUrls(`${failure.message}\n${failure.remedy}`)));
    process.exitCode = errorTable[failure.code].exitCode;
  }
}
program
  .parseAsync()
  .catch(reportError)
  // After invalid arguments or `--help`, no run has taken the process.
  .finally(() => firstProcess?.process.kill('it is not needed'));
