/** Runs scripts in real sandbox processes, with real programs, for tests. */
import path from 'node:path';
import pLimit from 'p-limit';
import { inject } from 'vitest';
import type { RunEvent, RunEventBody, RunEventOf, RunOutcome } from '../../contract/runs/run-event.ts';
import {
  loneContext,
  type ResponseHead,
  type ScopeStates,
  type ScriptContext,
} from '../../contract/scripts/script-context.ts';
import { createDebuggedRuns, type DebuggedRunsOptions } from '../debugger/debugged-runs.ts';
import { createCookieJar } from '../http/cookies/cookie-jar.ts';
import { noTokens } from '../http/oauth2/oauth2.ts';
import { createHttpClient } from '../http/http-client.ts';
import type { Authorize } from '../programs/trust/consent.ts';
import { createWarmJava, type WarmJava } from '../programs/jar/warm-java.ts';
import { executeScript, type RunDependencies } from '../runs/script/execute-script.ts';
import { createBodies, type Bodies } from '../guest/bodies.ts';
import type { GuestResources } from '../guest/resources.ts';
import type { ScriptEnd } from '../runs/script/run-in-sandbox.ts';
import { eventStream, runScript } from '../runs/script/run-script.ts';
import { createLauncher } from '../processes/launcher/launcher.ts';
import { createReaper } from '../processes/ending/reaper.ts';
import { findSandboxRuntime } from '../processes/find-runtime.ts';
import { interpreterEnvironment } from './interpreters.ts';
import { createSandboxPool, type SandboxPool } from '../sandbox-process/pool/sandbox-pool.ts';

const root = path.join(import.meta.dirname, '../../..');
export const jarExecuter = path.join(root, 'resources/JarExecuter-1.1.0-jar-with-dependencies.jar');
export const helloPrograms = path.join(root, 'examples/hello/programs');

export interface FinishedRun {
  outcome: RunOutcome;
  events: RunEvent[];
  of<T extends RunEventBody['type']>(type: T): RunEventOf<T>[];
  /** The script's log, one text for each line. */
  logged: string[];
  error: RunEventOf<'script.error'>['error'] | undefined;
}
export interface RunOptions {
  directory?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The values of the environment. */
  variables?: Record<string, unknown>;
  /** The values of pm.iterationData. */
  data?: Record<string, unknown>;
  resources?: Partial<GuestResources>;
  authorize?: Authorize;
  /** Queues programs for their turn. Default: eight run at the same time. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>;
  env?: NodeJS.ProcessEnv;
  onEvent?: (event: RunEvent) => void;
  scriptName?: string;
  platform?: NodeJS.Platform;
}

/** The context of a script, for tests of `pm`. */
export interface ContextOptions extends Pick<ScriptContext, 'requestFile' | 'carried'> {
  info?: Partial<ScriptContext['info']>;
  location?: string[];
  scopes?: Partial<ScopeStates>;
  request?: Record<string, unknown>;
  response?: { body: string | Buffer; head: Pick<ResponseHead, 'code' | 'status' | 'headers'> };
  cookies?: Record<string, unknown>[];
  resources?: Partial<GuestResources>;
}

export interface Runner {
  sandboxes: SandboxPool;
  warmJava: WarmJava;
  /** The dependencies of a run, with a cookie jar of its own. */
  dependencies(options: RunOptions): RunDependencies;
  run(source: string, options?: RunOptions): Promise<FinishedRun>;
  /** Runs one script of a request, and returns its state at the end. */
  runWithContext(source: string, options?: ContextOptions): Promise<FinishedRun & { scriptEnd: ScriptEnd | undefined }>;
}

/** @param options.debugged runs scripts in processes with an inspector, with a debugger attached */
export function createRunner({ debugged = false } = {}): Runner {
  const reaper = createReaper();
  const runtime = findSandboxRuntime();
  const launcher = createLauncher(runtime);
  const warmJava = createWarmJava({ start: launcher.start, reaper });
  const http = createHttpClient();
  const entry = inject('sandboxEntry');
  const pool = createSandboxPool({ runtime, entry, size: 2, spares: 0, reaper });
  const sandboxes = debugged ? withDebugger(pool, { runtime, entry, reaper }) : pool;
  let count = 0;
  const dependencies = (options: RunOptions): RunDependencies => ({
    sandboxes,
    reaper,
    resources: { http, jar: createCookieJar(), tokens: noTokens(), ...options.resources },
    programs: {
      runId: 'run',
      directory: options.directory ?? helloPrograms,
      jarExecuter,
      env: options.env ?? interpreterEnvironment,
      inTurn: options.inTurn ?? pLimit(8),
      start: launcher.start,
      warmJava,
      ...(options.platform ? { platform: options.platform } : {}),
      authorize: options.authorize ?? (() => Promise.resolve(true)),
    },
  });
  return {
    sandboxes,
    warmJava,
    dependencies,
    async run(source, options = {}) {
      const events: RunEvent[] = [];
      const outcome = await runScript(
        {
          runId: `run-${++count}`,
          scriptName: options.scriptName ?? 'script.js',
          source,
          scopes: { environment: { values: options.variables ?? {} }, data: { values: options.data ?? {} } },
          timeoutMs: options.timeoutMs,
        },
        {
          ...dependencies(options),
          onEvent(event) {
            events.push(event);
            options.onEvent?.(event);
          },
        },
        options.signal ?? new AbortController().signal,
      );
      return finished(outcome, events);
    },
    async runWithContext(source, options = {}) {
      const events: RunEvent[] = [];
      const bodies = createBodies();
      const lone = loneContext(options.scopes);
      const context: ScriptContext = {
        ...lone,
        info: { ...lone.info, ...options.info },
        location: options.location ?? [],
        ...(options.request ? { request: options.request } : {}),
        ...(options.requestFile ? { requestFile: options.requestFile } : {}),
        ...(options.carried ? { carried: options.carried } : {}),
        ...(options.cookies ? { cookies: options.cookies } : {}),
        ...(options.response ? { response: addResponse(bodies, options.response) } : {}),
      };
      let calls = 0;
      const { outcome, scriptEnd } = await executeScript(
        { name: 'script.js', source, context, bodies },
        dependencies(options),
        { emit: eventStream(`run-${++count}`, (event) => events.push(event)), nextCallId: () => ++calls },
        new AbortController().signal,
      );
      return { ...finished(outcome, events), scriptEnd };
    },
  };
}

/** Scripts get debugged processes instead of those of the pool. */
function withDebugger(pool: SandboxPool, options: Omit<DebuggedRunsOptions, 'events'>): SandboxPool {
  const events = { onStopped: () => undefined, onResumed: () => undefined, onBreakpoints: () => undefined };
  const debuggedRuns = createDebuggedRuns({ ...options, events });
  debuggedRuns.prepare('tests', { breakpoints: [], exceptions: 'none' });
  const run = debuggedRuns.begin('tests');
  if (!run) throw new Error('The run was prepared.');
  return {
    ...run.sandboxes,
    forSession: () => run.sandboxes,
    async close() {
      await Promise.all([run.end(), pool.close()]);
    },
  };
}

function addResponse(bodies: Bodies, { body, head }: NonNullable<ContextOptions['response']>): ResponseHead {
  const bytes = Buffer.from(body);
  return bodies.add({
    body: bytes,
    downloadedBytes: bytes.length,
    isIncomplete: false,
    hops: [
      {
        method: 'GET',
        url: 'http://example.com/',
        requestHeaders: [],
        status: head.code,
        statusText: head.status,
        httpVersion: '1.1',
        headers: head.headers.map(({ key, value }) => ({ name: key, value })),
        timings: { firstByte: 10, download: 2, total: 12 },
      },
    ],
  });
}

function finished(outcome: RunOutcome, events: RunEvent[]): FinishedRun {
  const of = <T extends RunEventBody['type']>(type: T) =>
    events.filter((event) => event.type === type) as unknown as RunEventOf<T>[];
  return {
    outcome,
    events,
    of,
    logged: of('console')
      .filter(({ from }) => from === 'script')
      .map(({ text }) => text),
    error: of('script.error')[0]?.error,
  };
}
