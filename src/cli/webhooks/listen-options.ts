/** The command `outrigger listen` with its options and its help. */
import type { Command } from 'commander';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import type { ListenOptions } from './listen-command.ts';
import { parseCount, parsePort } from '../parse-values.ts';
import { accountFileOption, queueOption } from '../run/options/queue-options.ts';
import { signatureSecretOptions } from './signature-secrets.ts';

export function addListenCommand(program: Command, files: AppFiles): void {
  signatureSecretOptions(program.command('listen'))
    .description('Receive notifications, recognise them, and store them in the workspace.')
    .option('--port <number>', 'the port to listen on (default: 7788, or the next free one; 0: any)', parsePort)
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1; any other needs a token)')
    .option(
      '--token <text>',
      'the token that senders have to send as Authorization; other users see it in the list of processes: prefer OUTRIGGER_WEBHOOK_TOKEN or a file',
    )
    .option('--token-file <file>', 'a file that contains the token')
    .addOption(
      queueOption('receive from').conflicts([
        'port',
        'host',
        'token',
        'tokenFile',
        'allowBrowsers',
        'tls',
        'tlsCert',
        'tlsKey',
      ]),
    )
    .addOption(accountFileOption())
    .option('--allow-browsers', 'accept requests of web pages (default: they are refused)')
    .option('--tls', 'serve TLS with a certificate that is created for this computer')
    .option('--tls-cert <file>', 'serve TLS with this certificate (PEM)')
    .option('--tls-key <file>', 'the private key of that certificate (PEM)')
    .option('--workspace <folder>', 'the workspace that stores the notifications (default: the current folder)')
    .option('--keep-days <number>', 'delete notifications after this number of days (default: keep all)', parseCount)
    .option(
      '--keep-megabytes <number>',
      'delete the oldest notifications when all bodies exceed this size (default: keep all)',
      parseCount,
    )
    .option(
      '--json',
      'one JSON object a line: id, receivedAt, method, path, provider, event, kind, title, code, verdict, repeatOf, ' +
        'signature, signatureReason, body, text',
    )
    .option('--color', 'use colours even when the output is not a terminal')
    .option('--no-color', 'use no colours')
    .action(async (options: ListenOptions) => {
      const { listenCommand } = await import('./listen-command.ts');
      await listenCommand(options, files);
    });
}
