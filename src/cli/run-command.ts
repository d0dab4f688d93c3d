import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codedError } from '../contract/errors.ts';
import type { RunEvent, RunOutcome } from '../contract/run-event.ts';
import { emptyScopes, type ScopeStates } from '../contract/script-context.ts';
import type { AppFiles } from '../core/app-files.ts';
import { createCookieJar } from '../core/http/cookies.ts';
import { noTokens } from '../core/http/oauth2.ts';
import { createHttpClient } from '../core/http/http-client.ts';
import { createAuthorize, type Authorize } from '../core/programs/consent.ts';
import { locateProgram } from '../core/programs/locate-program.ts';
import { createProgramQueue } from '../core/programs/program-queue.ts';
import { createReaper } from '../core/programs/reaper.ts';
import { openTrustStore } from '../core/programs/trust-store.ts';
import { userEnvironment } from '../core/programs/user-environment.ts';
import { runCollection } from '../core/requests/run-collection.ts';
import { valueOf } from '../core/requests/variable-value.ts';
import { runScript } from '../core/runs/run-script.ts';
import { loadCollection, type LoadedCollection } from '../core/workspace/collection-files.ts';
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
  env?: string;
  envVar?: Record<string, string>;
  bail?: boolean;
  timeoutRequest?: number;
  webhookPort?: number;
  webhookToken?: string;
  reporter?: string[];
  color?: boolean;
}

const exitCodes: Record<RunOutcome, number> = { passed: 0, failed: 1, error: 1, timeout: 1, stopped: 130 };

/** @returns the exit code; throws a coded error when it was called wrongly, before anything is started */
export async function runCommand(target: string, options: RunOptions, files: AppFiles): Promise<number> {
  const isScript = /\.[cm]?js$/i.test(target);
  const script = isScript ? (await readText(path.resolve(target))).content : '';
  const collection = isScript ? undefined : await loadCollection(target);
  const root = collection?.root ?? workspaceOf(path.resolve(target));
  const scopes = await scopesOf(collection, options);
  const directory = path.resolve(options.externalProgramPath ?? (collection ? path.join(root, 'programs') : '.'));
  const exists = (await stat(directory).catch(() => undefined))?.isDirectory();
  if (!exists && (options.externalProgramPath !== undefined || !collection)) {
    const message = `The External Programs Directory ${directory} does not exist.`;
    throw codedError('ProgramsDirectoryNotFound', message, 'Name an existing folder with --external-program-path.');
  }
  for (const problem of collection?.problems ?? []) process.stderr.write(`outrigger: ${problem}\n`);
  const workspace = await openWorkspace(root);
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
  const slots = createSlotPool({ runtime, entry: files.slotEntry, size: 1, spares: collection ? 1 : 0, reaper });
  const http = createHttpClient();
  const webhooks = createCliWebhooks(options);
  const reporters = createReporters(options);
  // Before the script: what it sends may be answered by a webhook before it asks for one.
  if (/\bwebhooks\b/.test(script + JSON.stringify(collection?.requests ?? ''))) await webhooks.listen();
  const dependencies = {
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
      tokens: noTokens(),
      folder: workspace.root,
      webhooks: webhooks.forRun,
      vault: environmentVault(process.env),
      readFile: async (file: string) => (await workspace.readScript(file)).content,
    },
    onEvent: (event: RunEvent) => reporters.forEach((report) => report(event)),
  };
  try {
    const outcome = collection
      ? await runCollection(
          {
            runId: 'run-1',
            name: collection.name,
            requests: collection.requests,
            scopes,
            bail: options.bail ?? false,
            settings: { timeoutMs: options.timeoutRequest, scriptTimeoutMs: options.timeoutScript },
          },
          dependencies,
          stop.signal,
        )
      : await runScript(
          {
            runId: 'run-1',
            scriptName: path.basename(target),
            source: script,
            scopes,
            timeoutMs: options.timeoutScript,
          },
          dependencies,
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

/** The chosen environment with what the command line adds; secrets of it come from the environment of the command. */
async function scopesOf(collection: LoadedCollection | undefined, options: RunOptions): Promise<ScopeStates> {
  const scopes = emptyScopes();
  if (collection && collection.requests.length === 0) {
    throw codedError('CollectionDamaged', `There is no request in ${collection.root}.`, 'Name a folder that has some.');
  }
  const values: Record<string, unknown> = {};
  if (options.env !== undefined) {
    const environments = collection?.environments ?? [];
    const chosen = environments.find(({ name }) => name === options.env);
    if (!chosen) {
      const names = environments.map(({ name }) => name).join(', ');
      const remedy = names ? `There are: ${names}.` : 'This collection has none.';
      throw codedError('InvalidParams', `There is no environment "${options.env}".`, remedy);
    }
    scopes.environment.name = chosen.name;
    const vault = environmentVault(process.env);
    for (const variable of chosen.variables ?? []) {
      if (variable.disabled || !variable.name) continue;
      values[variable.name] = 'secret' in variable ? ((await vault.get(variable.name)) ?? '') : valueOf(variable);
    }
  }
  scopes.environment.values = { ...values, ...options.envVar };
  return scopes;
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
