/** The command `outrigger listen` with its options and its help. */
import type { Command } from 'commander';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import type { ListenOptions } from './listen-command.ts';
import { parseCount, parsePort } from '../parse-values.ts';
import { accountFileOption, queueOption } from '../run/options/queue-options.ts';
import { signatureSecretOptions } from './signature-secrets.ts';

export function addListenCommand(program: Command, files: AppFiles): void {
  signatureSecretOptions(program.command('listen'))
    .description('Receive notifications, recognise them, and keep them in the workspace.')
    .option('--port <number>', 'where to listen (default: 7788, or the next free one; 0: any)', parsePort)
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1; any other needs a token)')
    .option(
      '--token <text>',
      'what the sender has to give as Authorization; other users see it in the list of processes: better is OUTRIGGER_WEBHOOK_TOKEN or a file',
    )
    .option('--token-file <file>', 'a file with that token')
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
    .option('--allow-browsers', 'take what web pages send (default: they are refused)')
    .option('--tls', 'serve by TLS, with a certificate that is created for this computer')
    .option('--tls-cert <file>', 'serve by TLS with this certificate (PEM)')
    .option('--tls-key <file>', 'the private key of that certificate (PEM)')
    .option('--workspace <folder>', 'where they are kept (default: the current folder)')
    .option('--keep-days <number>', 'delete those that are older (default: keep all)', parseCount)
    .option('--keep-megabytes <number>', 'delete the oldest when their bodies are more (default: keep all)', parseCount)
    .option(
      '--json',
      'one JSON object a line: id, receivedAt, method, path, provider, event, kind, title, code, verdict, repeatOf, ' +
        'signature, signatureReason, body, text',
    )
    .option('--color', 'colours, also when the output is no terminal')
    .option('--no-color', 'no colours')
    .action(async (options: ListenOptions) => {
      const { listenCommand } = await import('./listen-command.ts');
      await listenCommand(options, files);
    });
}
