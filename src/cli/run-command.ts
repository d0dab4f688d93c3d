import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { usualConnection, type ConnectionSettings } from '../contract/collection.ts';
import { codedError } from '../contract/errors.ts';
import type { RunEvent, RunOutcome } from '../contract/run-event.ts';
import type { AppFiles } from '../core/platform/app-files.ts';
import { createCookieJar } from '../core/http/cookie-jar.ts';
import { noTokens } from '../core/http/oauth2.ts';
import { loadUndici } from '../core/http/agents.ts';
import { createHttpClient } from '../core/http/http-client.ts';
import { createAuthorize, type Authorize } from '../core/programs/trust/consent.ts';
import { createLauncher } from '../core/processes/launcher.ts';
import { createWarmJava } from '../core/programs/jar/warm-java.ts';
import { locateProgram } from '../core/programs/call/locate-program.ts';
import { createProgramQueue } from '../core/programs/call/program-queue.ts';
import { openTrustStore } from '../core/programs/trust/trust-store.ts';
import { userEnvironment } from '../core/processes/user-environment.ts';
import { importText, readImport, toLoaded } from '../core/interchange/import.ts';
import { parseIterationData, type DataRow } from '../core/runs/iteration-data.ts';
import { iterationsOf, runCollection } from '../core/runs/run-collection.ts';
import { createShard, type Shard } from '../core/runs/shard.ts';
import { runScript } from '../core/runs/run-script.ts';
import { loadCollection, type LoadedCollection } from '../core/collection/collection-files.ts';
import { environmentVault } from '../core/guest/vault.ts';
import { configFolder } from '../core/platform/user-folders.ts';
import { createNotifications } from '../core/notifications/notifications.ts';
import { createRunWebhooks } from '../core/notifications/run-webhooks.ts';
import { openWorkspace, readText } from '../core/session/workspace-files.ts';
import { askOnTerminal } from './ask-on-terminal.ts';
import { createReporters } from './run-reporters.ts';
import { requestsIn, scopesOf } from './run-target.ts';
import { isScript, type Sandbox } from './sandbox.ts';

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
  out?: string[];
  folder?: string;
  iterationCount?: number;
  iterationData?: string;
  delayRequest?: number;
  shard?: Shard;
  insecure?: boolean;
  caFile?: string[];
  clientCert?: string;
  clientKey?: string;
  color?: boolean;
}

const exitCodes: Record<RunOutcome, number> = { passed: 0, failed: 1, error: 1, timeout: 1, stopped: 130 };

/** @returns the exit code; throws a coded error when it was called wrongly, before anything of it runs */
export async function runCommand(
  target: string,
  options: RunOptions,
  files: AppFiles,
  { runtime, reaper, slots }: Sandbox,
): Promise<number> {
  const script = isScript(target) ? (await readText(path.resolve(target))).content : '';
  const collection = isScript(target) ? undefined : await loadTarget(target);
  const root = collection?.root ?? workspaceOf(path.resolve(target));
  const requests = collection ? requestsIn(collection, options.folder) : [];
  const { scopes, secrets } = await scopesOf(collection, options);
  const data = options.iterationData === undefined ? undefined : await readData(options.iterationData);
  const iterations = iterationsOf({ iterations: options.iterationCount, data });
  const only = options.shard ? createShard(options.shard, requests, iterations) : undefined;
  const reporters = await createReporters({
    names: options.reporter,
    outs: options.out,
    color: options.color,
    secrets,
    environment: scopes.environment.name ?? null,
    shard: options.shard ?? null,
  });
  const directory = path.resolve(options.externalProgramPath ?? (collection ? path.join(root, 'programs') : '.'));
  const exists = (await stat(directory).catch(() => undefined))?.isDirectory();
  if (!exists && (options.externalProgramPath !== undefined || !collection)) {
    const message = `The External Programs Directory ${directory} does not exist.`;
    throw codedError('ProgramsDirectoryNotFound', message, 'Name an existing folder with --external-program-path.');
  }
  for (const problem of collection?.problems ?? []) process.stderr.write(`outrigger: ${problem}\n`);
  const workspace = await openWorkspace(root);
  const authorize = await createCliAuthorize(directory, options);
  if (runtime.notice) process.stderr.write(`outrigger: ${runtime.notice}\n`);

  const stop = new AbortController();
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(exitCodes.stopped); // the second Ctrl+C does not wait
    stop.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const http = createHttpClient();
  // While the sandbox starts there is time for it.
  if (collection) void loadUndici();
  const launcher = createLauncher(runtime);
  const warmJava = createWarmJava({ start: launcher.start, reaper });
  const webhooks = createCliWebhooks(options, files);
  // Before the script: what it sends may be answered by a webhook before it asks for one.
  if (/\bwebhooks\b/.test(script + JSON.stringify(requests))) await webhooks.listen();
  const dependencies = {
    slots,
    programs: {
      directory,
      jarExecuter: files.jarExecuter,
      env: userEnvironment(),
      authorize,
      inTurn: createProgramQueue(),
      start: launcher.start,
      warmJava,
    },
    reaper,
    resources: {
      http,
      jar: createCookieJar(),
      tokens: noTokens(),
      connection: connectionOf(options),
      folder: workspace.root,
      webhooks: webhooks.forRun,
      vault: environmentVault(process.env),
      readFile: async (file: string) => (await workspace.readScript(file)).content,
    },
    onEvent: (event: RunEvent) => reporters.onEvent(event),
  };
  try {
    const outcome = collection
      ? await runCollection(
          {
            runId: 'run-1',
            name: collection.name,
            requests,
            scopes,
            bail: options.bail ?? false,
            iterations,
            data,
            delayMs: options.delayRequest,
            only,
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
    await reporters.finish();
    return exitCodes[outcome];
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await warmJava.close();
    launcher.close();
    await webhooks.close();
    await http.close();
  }
}

async function readData(file: string): Promise<DataRow[]> {
  const text = await readFile(path.resolve(file), 'utf8').catch((error: unknown) => {
    throw codedError('FileNotFound', `The data file ${file} cannot be read: ${(error as Error).message}`);
  });
  return parseIterationData(text, file);
}

/** A collection on disk, or a file of another program that is taken as it is. */
async function loadTarget(target: string): Promise<LoadedCollection> {
  if (!/\.json$/i.test(target)) return loadCollection(target);
  const { text, name } = await readImport(target);
  return toLoaded(await importText(text, name), path.dirname(path.resolve(target)));
}

function connectionOf({ insecure, caFile, clientCert, clientKey }: RunOptions): ConnectionSettings {
  const certificate = clientCert
    ? [
        {
          domain: '*',
          cert: clientCert,
          key: clientKey ?? '',
          pfx: '',
          passphrase: process.env['OUTRIGGER_CERT_PASSPHRASE'] ?? '',
        },
      ]
    : [];
  return {
    ...usualConnection,
    checkCertificates: !insecure,
    ca: (caFile ?? []).map((file) => path.resolve(file)),
    clientCertificates: certificate.map((one) => ({
      ...one,
      cert: path.resolve(one.cert),
      key: one.key && path.resolve(one.key),
    })),
  };
}

/** Listens from the first use of pm.webhooks on; what is received is kept for this run only. */
function createCliWebhooks({ webhookPort: port, webhookToken: token }: RunOptions, { storeThread }: AppFiles) {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-webhooks-'));
  const notifications = createNotifications({
    file: path.join(folder, 'notifications.sqlite'),
    storeThread,
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

/** Flags first, then what is trusted already, then a question where somebody can answer. */
async function createCliAuthorize(directory: string, options: RunOptions): Promise<Authorize> {
  if (options.allowPrograms) return () => Promise.resolve(true);
  const allowed = new Set<string>();
  for (const file of options.allowProgram ?? []) {
    allowed.add(locateProgram(directory, file).file);
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
