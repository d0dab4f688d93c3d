/** The runs of one session, with the resources for each. They end with the session. */
import { randomUUID } from 'node:crypto';
import { codedError } from '../../contract/errors.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import { maskedValue } from '../debugger/masked-values.ts';
import { createDebuggedRuns, type DebuggedRuns } from '../debugger/debugged-runs.ts';
import { createVault } from '../guest/vault.ts';
import { createBodyFilePolicy } from '../http/body/body-files.ts';
import type { ExchangeLog } from '../http/exchange-log.ts';
import type { Events } from '../platform/events.ts';
import { secretTexts } from '../platform/secrets/secret-texts.ts';
import { createWarmJava } from '../programs/jar/warm-java.ts';
import { createAuthorize } from '../programs/trust/consent.ts';
import type { RunDependencies } from '../runs/script/execute-script.ts';
import { createRunning } from '../runs/running.ts';
import type { ApplicationServices } from './application-services.ts';
import type { CloseStack } from './close-stack.ts';
import { lendingTurns } from './lending-turns.ts';
import type { SessionOptions } from './session-options.ts';
import type { WorkspaceData } from './workspace-data.ts';
import { readText } from './files/workspace-files.ts';
import type { WorkspaceNotifications } from './notifications/workspace-notifications.ts';

/** One run, with the resources for its scripts and requests. */
export interface Run extends RunDependencies {
  readonly id: string;
  /** Aborts when the run is stopped, or its session closes. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

export interface SessionRuns {
  readonly debuggedRuns: DebuggedRuns;
  /**
   * Executes one run, whose events go to the session's events. Settles when the run has ended.
   * @throws InvalidParams when a run of this id is under way, Cancelled after `endAll`
   */
  run<T>(runId: string, signal: AbortSignal, work: (run: Run) => Promise<T>): Promise<T>;
  /** Aborts a run. No effect when it has ended. */
  stop(runId: string): void;
  /** Aborts every run and refuses further ones. Settles when all have ended. */
  endAll(): Promise<void>;
}

/** The parts of the session that its runs share. */
export interface SessionParts {
  services: ApplicationServices;
  options: Pick<SessionOptions, 'root' | 'questions' | 'authorize' | 'allowedFiles' | 'logsExchanges'>;
  data: WorkspaceData;
  events: Pick<Events, 'emit'>;
  exchanges: ExchangeLog;
  notifications: Pick<WorkspaceNotifications, 'forRun'>;
  /** The programs directory, which the person can change between two runs. */
  programsDirectory: () => string;
  closers: CloseStack;
}

export function createSessionRuns(parts: SessionParts): SessionRuns {
  const { services, events } = parts;
  const createRun = createRunFactory(parts);
  const running = createRunning();
  let closed = false;
  const debuggedRuns = createDebuggedRuns({
    runtime: services.sandboxRuntime,
    entry: services.files.sandboxEntry,
    reaper: services.reaper,
    events: {
      onStopped: (stop) => {
        const exception = stop.exception && maskedValue(stop.exception, parts.data.mask.latest());
        events.emit('debugger.stopped', { ...stop, exception });
      },
      onResumed: (thread) => events.emit('debugger.resumed', thread),
      onBreakpoints: (changed) => events.emit('debugger.breakpoints', changed),
    },
  });

  return {
    debuggedRuns,
    async run(runId, signal, work) {
      if (closed) throw codedError('Cancelled', 'The workspace was closed.');
      return running.track(runId, signal, async (runSignal) => {
        const debugged = debuggedRuns.begin(runId);
        try {
          const run = await createRun(runId, runSignal);
          return await work(debugged ? { ...run, sandboxes: debugged.sandboxes } : run);
        } finally {
          await debugged?.end();
        }
      });
    },
    stop: running.stop,
    async endAll() {
      closed = true;
      await running.endAll();
    },
  };
}

type RunFactory = (id: string, signal: AbortSignal) => Promise<Run>;

function createRunFactory({ services, options, data, closers, ...parts }: SessionParts): RunFactory {
  const { root } = options;
  const questions = lendingTurns(options.questions, services.sandboxes.lendTurn);
  const { signIn } = questions;
  const { settings, secrets, launcher, reaper } = services;
  /** Each value that a run gets is masked from then on. */
  const onSecret = data.mask.set;
  const sandboxes = services.sandboxes.forSession();
  closers.add(() => sandboxes.close());
  const warmJava = createWarmJava({ start: launcher.start, reaper, warmJars: () => settings.get().warmJars });
  closers.add(() => warmJava.close());
  const authorize = options.authorize ?? createAuthorize(services.trust, questions.consent);
  const tokens = maskedTokens(secrets.of({ workspace: root, purpose: 'tokens' }), onSecret);

  const programs = (runId: string) => ({
    runId,
    directory: parts.programsDirectory(),
    jarExecuter: services.files.jarExecuter,
    env: services.programEnvironment,
    authorize,
    inTurn: services.programQueue,
    start: launcher.start,
    warmJava,
    defaultTimeoutMs: () => settings.get().programTimeoutMs ?? undefined,
  });
  const resources = async (id: string, signal: AbortSignal): Promise<Run['resources']> => ({
    http: services.http,
    ...(options.logsExchanges === false ? {} : { exchanges: parts.exchanges.ofRun(id) }),
    jar: data.cookies.jar,
    folder: root,
    bodyFiles: options.allowedFiles
      ? createBodyFilePolicy({ root, allowed: options.allowedFiles })
      : data.allowedFiles.policy(),
    connection: await data.connection(),
    tokens,
    ...(signIn ? { openBrowser: (url, waiting) => signIn(url, waiting, id) } : {}),
    webhooks: parts.notifications.forRun(),
    vault: createVault({
      store: secrets,
      workspace: root,
      onSecret: (name, value) => onSecret(`vault ${name}`, value),
      ask: (name) => questions.vault({ id: randomUUID(), runId: id, workspace: root, name }, signal),
    }),
    onSecret: (name, value) => onSecret(`script ${name}`, value),
    readFile: async (file) => (await readText(file, { isChecked: true })).content,
  });
  return async (id, signal) => ({
    id,
    signal,
    onEvent: (event) => parts.events.emit('run.event', event),
    sandboxes,
    reaper,
    scriptTimeoutMs: settings.get().scriptTimeoutMs ?? undefined,
    programs: programs(id),
    resources: await resources(id, signal),
  });
}

type Tokens = Run['resources']['tokens'];

/** Tokens that are masked as soon as a run has got them. */
function maskedTokens(stored: Tokens, onSecret: (name: string, value: string) => void): Tokens {
  return {
    get: stored.get,
    set(key, json) {
      for (const [at, text] of secretTexts(json).entries()) onSecret(`token ${at} ${key}`, text);
      return stored.set(key, json);
    },
  };
}
