/** Options of the commands that run requests and scripts: programs, files, values, servers, notifications. */
import { Option, type Command } from 'commander';
import { collect, collectServerFile, parsePort, parseVariable } from './parse-values.ts';
import { accountFileOption, queueOption } from './run/options/queue-options.ts';

export function addSessionOptions(command: Command): Command {
  command
    .option(
      '--external-program-path <dir>',
      'the programs directory (default: the current folder; of a collection: its folder programs)',
    )
    .option(
      '--allow-programs',
      'allow every program in the programs directory, without any check: any content, command, variables and folder',
    )
    .option(
      '--allow-program <file>',
      'allow the ordinary call of one program, without command, cwd and env; <file>@<sha256>: only with this content; may be given several times',
      collect,
    )
    .addOption(
      new Option(
        '--allow-lock <file>',
        'allow exactly the programs of this lock file, which outrigger programs approve has approved; or <file>@<sha256>',
      ).conflicts(['allowPrograms', 'allowProgram']),
    )
    .option('--write-lock <file>', 'write a lock file of the programs that this run was allowed to call')
    .option(
      '--allow-file <path>',
      'let requests send this file, or the files of this folder, from outside the workspace; may be given several times',
      collect,
    );
  addVariableOptions(command);
  return command
    .option('-k, --insecure', 'do not check the certificates of servers')
    .option('--ca-file <pem>', 'also trust this certificate authority; may be given several times', collect)
    .option(
      '--client-cert <[host=]pem>',
      'the client certificate for this server, such as api.example.com:8443=client.pem or *.example.com=client.pem; without a host for the first server that is contacted over TLS. Its passphrase is read from OUTRIGGER_CERT_PASSPHRASE; may be given several times',
      collectServerFile,
    )
    .option(
      '--client-key <[host=]pem>',
      'the private key of a client certificate, if it is in a separate file; may be given several times',
      collectServerFile,
    )
    .option(
      '--webhook-port <number>',
      'the port of pm.webhooks; an error when it is in use; 0: any free port (default: the port of this workspace, otherwise 7788 or the next free one)',
      parsePort,
    )
    .option(
      '--webhook-token <text>',
      'the token that senders of webhooks have to send as Authorization; other users see it in the list of processes: prefer OUTRIGGER_WEBHOOK_TOKEN or a file',
    )
    .option('--webhook-token-file <file>', 'a file that contains the token')
    .addOption(queueOption('pm.webhooks waits for notifications from'))
    .addOption(accountFileOption());
}

const addVariableOptions = (command: Command): Command =>
  command
    .option(
      '--env-var <key=value>',
      'set a variable of the environment; other users see the value in the list of processes, except with --env-var key, which reads it from the environment of this command; may be given several times',
      parseVariable,
    )
    .option('--env-var-file <file>', 'variables of the environment, key=value in each line', collect)
    .option('-e, --env <name>', 'the environment of the collection to use, or a Postman environment file')
    .option('-g, --globals <file>', 'a Postman file with global variables')
    .option('--global-var <key=value>', 'set a global variable, in the same forms as --env-var', parseVariable);
