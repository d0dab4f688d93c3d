/** The commands of `outrigger webhooks`, and their help. */
import { Option, type Command } from 'commander';
import { schemeNames } from '../../contract/webhooks/signature-schemes.ts';
import type { CliHost } from '../run/check-script-session.ts';
import { collect, parseCount } from '../parse-values.ts';
import type { RehearseOptions, ReplayOptions } from './webhooks-command.ts';

const collectNumbers = (value: string, before: number[] | undefined): number[] => [
  ...(before ?? []),
  parseCount(value),
];

/** The options that both commands share. */
const sending = (command: Command): Command =>
  command
    .requiredOption('--to <url>', 'the server, such as http://localhost:3000/hooks; paths are appended to it')
    .option('--workspace <folder>', 'the workspace whose notifications are sent (default: the current folder)')
    .option('--from <file>', 'send the notifications of an exported file (NDJSON) instead; their numbers start at 1')
    .option('--secret-file <file>', 'a file with the signing secret; also from OUTRIGGER_WEBHOOK_SECRET')
    .option('--json', 'print JSON instead of text');

export function addWebhooksCommands(program: Command, host: CliHost): void {
  const webhooks = program
    .command('webhooks')
    .description('Send received notifications to your own server again, unchanged or with the faults of real senders.');
  sending(webhooks.command('replay'))
    .description('Send notifications again, with method, path, query, headers and bytes unchanged.')
    .argument('[numbers...]', 'the numbers of the notifications (default: the latest one)', collectNumbers)
    .option('--last <n>', 'send this many of the latest notifications, if no numbers are given', parseCount)
    .addOption(new Option('--sign <scheme>', 'sign each notification again, by this scheme').choices([...schemeNames]))
    .addHelpText('after', '\nExit codes: 0 each was answered with 2xx; 1 one was not; 2 usage error.')
    .action(async (numbers: number[], options: ReplayOptions) => {
      const { replayCommand } = await import('./webhooks-command.ts');
      process.exitCode = await replayCommand(numbers, options, host.files);
    });
  sending(webhooks.command('rehearse'))
    .description(
      'Send notifications with duplicates, in another order, late and after time-outs, and report how the server processed them.',
    )
    .requiredOption('--plan <file>', 'what to send, as YAML or JSON (docs/webhooks.md has the fields)')
    .option(
      '--check <script>',
      'a script whose pm.test calls say whether each was processed once, in place of the check of the plan',
    )
    .option(
      '--external-program-path <dir>',
      'programs that the script may call (default: the folder programs of the workspace)',
    )
    .option('--allow-programs', 'allow every program in the programs directory')
    .option('--allow-program <file>', 'allow the ordinary call of one program; repeatable', collect)
    .option('--out <file>', 'write the report as JSON to this file, in addition to the text')
    .addHelpText(
      'after',
      '\nExit codes: 0 each was processed once; 1 one was not; 2 usage error; 130 stopped by Ctrl+C.',
    )
    .action(async (options: RehearseOptions) => {
      const { rehearseCommand } = await import('./webhooks-command.ts');
      process.exitCode = await rehearseCommand(options, host);
    });
}
