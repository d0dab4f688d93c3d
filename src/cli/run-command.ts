import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codedError } from '../contract/errors.ts';
import type { RunEvent, RunOutcome } from '../contract/run-event.ts';
import type { AppFiles } from '../core/app-files.ts';
import { createCookieJar } from '../core/http/cookies.ts';
import { createHttpClient } from '../core/http/http-client.ts';
import { createAuthorize, type Authorize } from '../core/programs/consent.ts';
import { locateProgram } from '../core/programs/locate-program.ts';
import { createProgramQueue } from '../core/programs/program-queue.ts';
import { createReaper } from '../core/programs/reaper.ts';
import { openTrustStore } from '../core/programs/trust-store.ts';
import { userEnvironment } from '../core/programs/user-environment.ts';
import { runScript } from '../core/runs/run-script.ts';
import { environmentVault } from '../core/runs/vault.ts';
import { configFolder } from '../core/settings/config-folder.ts';
import { findSlotRuntime } from '../core/slots/find-runtime.ts';
import { createSlotPool } from '../core/slots/slot-pool.ts';
import { createNotifications } from '../core/webhooks/notifications.ts';
import { createRunWebhooks } from '../core/webhooks/run-webhooks.ts';
import { openWorkspace, readText } from '../core/workspace/workspace.ts';
import { askOnTerminal } from './ask-on-terminal.ts';
import { cliReporter } from './cli-reporter.ts';

export interface RunOptions {
  externalProgramPath?: string;
  allowPrograms?: boolean;
  allowProgram?: string[];
  timeoutScript?: number;
  envVar?: Record<string, string>;
  webhookPort?: number;
  webhookToken?: string;
  reporter?: string[];
  color?: boolean;
}

const exitCodes: Record<RunOutcome, number> = { passed: 0, failed: 1, error: 1, timeout: 1, stopped: 130 };

/** @returns the exit code; throws a coded error when it was called wrongly, before anything is started */
export async function runCommand(script: string, options: RunOptions, files: AppFiles): Promise<number> {
  const { content } = await readText(path.resolve(script));
  const directory = path.resolve(options.externalProgramPath ?? '.');
  if (!(await stat(directory).catch(() => undefined))?.isDirectory()) {
    const message = `The External Programs Directory ${directory} does not exist.`;
    throw codedError('ProgramsDirectoryNotFound', message, 'Name an existing folder with --external-program-path.');
  }
  const workspace = await openWorkspace(workspaceOf(path.resolve(script)));
  const authorize = await createCliAuthorize(directory, options);
  const runtime = findSlotRuntime(files.resources);
  if (runtime.notice) process.stderr.write(`outrigger: ${runtime.notice}\n`);

  const stop = new AbortController();
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(exitCodes.stopped); // the second Ctrl+C does not wait
    stop.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const reaper = createReaper();
  const slots = createSlotPool({ runtime, entry: files.slotEntry, size: 1, spares: 0, reaper });
  const http = createHttpClient();
  const webhooks = createCliWebhooks(options);
  const reporters = createReporters(options);
  // Before the script: what it sends may be answered by a webhook before it asks for one.
  if (/\bwebhooks\b/.test(content)) await webhooks.listen();
  try {
    const outcome = await runScript(
      {
        runId: 'run-1',
        scriptName: path.basename(script),
        source: content,
        scopes: { environment: { values: options.envVar ?? {} } },
        timeoutMs: options.timeoutScript,
      },
      {
        slots,
        programs: {
          directory,
          jarExecuter: files.jarExecuter,
          env: userEnvironment(),
          authorize,
          inTurn: createProgramQueue(),
        },
        reaper,
        resources: {
          http,
          jar: createCookieJar(),
          folder: workspace.root,
          webhooks: webhooks.forRun,
          vault: environmentVault(process.env),
          readFile: async (file) => (await workspace.readScript(file)).content,
        },
        onEvent: (event) => reporters.forEach((report) => report(event)),
      },
      stop.signal,
    );
    return exitCodes[outcome];
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await webhooks.close();
    await slots.close();
    await http.close();
    reaper.close();
  }
}

/** Listens from the first use of pm.webhooks on; what is received is kept for this run only. */
function createCliWebhooks({ webhookPort: port, webhookToken: token }: RunOptions) {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-webhooks-'));
  const notifications = createNotifications({
    file: path.join(folder, 'notifications.sqlite'),
    onReceived: () => undefined,
    onStatus: ({ notice }) => void (notice && process.stderr.write(`outrigger: ${notice}\n`)),
  });
  const listen = () => notifications.listen({ port, token });
  return {
    forRun: createRunWebhooks(notifications, listen, 0),
    listen,
    async close() {
      await notifications.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where pm.require looks: the folder of the script, or the workspace whose `scripts` folder that is. */
function workspaceOf(script: string): string {
  const folder = path.dirname(script);
  return path.basename(folder) === 'scripts' ? path.dirname(folder) : folder;
}

function createReporters(options: RunOptions): ((event: RunEvent) => void)[] {
  const names = new Set(options.reporter ?? ['cli']);
  // With both, each event line on stdout stays a JSON object, and the text goes to stderr.
  const textTo = names.has('events') ? process.stderr : process.stdout;
  const made: ((event: RunEvent) => void)[] = [];
  if (names.has('cli')) made.push(cliReporter({ stream: textTo, color: options.color }));
  if (names.has('events')) made.push((event) => void process.stdout.write(`${JSON.stringify(event)}\n`));
  return made;
}

/** Flags first, then what is trusted already, then a question where somebody can answer. */
async function createCliAuthorize(directory: string, options: RunOptions): Promise<Authorize> {
  if (options.allowPrograms) return () => Promise.resolve(true);
  const allowed = new Set<string>();
  for (const file of options.allowProgram ?? []) {
    allowed.add((await locateProgram(directory, file)).file);
  }
  const onNotice = (text: string) => void process.stderr.write(`outrigger: ${text}\n`);
  const trust = await openTrustStore(path.join(configFolder(), 'trusted-programs.json'), onNotice);
  const askOrTrust = createAuthorize(trust, (question, signal) => {
    if (process.stdin.isTTY && process.stderr.isTTY) return askOnTerminal(question, signal);
    const name = path.relative(question.directory, question.file);
    const message = `${name} may not run: nobody can be asked here.`;
    throw codedError(
      'NotAllowed',
      message,
      `Allow it with --allow-program ${name}, or all programs with --allow-programs.`,
    );
  });
  return async (request, signal) => allowed.has(request.program.file) || askOrTrust(request, signal);
}
