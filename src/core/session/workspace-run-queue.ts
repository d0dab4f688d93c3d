/** Runs of a workspace that workers on other machines do, and what the interface may ask of their queue. */
import { randomBytes } from 'node:crypto';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import { foldReport, newReport } from '../../contract/fold-report.ts';
import type { QueueWorker } from '../../contract/run-queue-calls.ts';
import type { RunEvent, RunOutcome } from '../../contract/run-event.ts';
import type { LoadedCollection } from '../collection/collection-files.ts';
import { iterationsOf } from '../runs/collection-run.ts';
import { parseIterationData } from '../runs/iteration-data.ts';
import { DEFAULT_ATTEMPTS } from '../run-queue/part-jobs.ts';
import { createPartProgress } from '../run-queue/part-progress.ts';
import { connectToQueue, queueNameOf } from '../run-queue/queue-server.ts';
import { listUnfinishedRuns } from '../run-queue/queued-runs.ts';
import { describeDifference, digestWithData, hashRunFiles } from '../run-queue/run-digest.ts';
import { hashOfAll } from '../programs/trust/hash-sources.ts';
import { attachToRun, submitRun, type SubmitOptions } from '../run-queue/submit-run.ts';
import { listWorkers, type PresentWorker } from '../run-queue/worker-presence.ts';
import { createQueueSettings } from './queue-settings.ts';
import { selectionOf } from './run-selection.ts';
import type { Run, Session } from './session.ts';
import type { WorkspaceState } from './workspace-state.ts';

export type RunQueueApi = Pick<HostApi, Extract<keyof HostApi, `runQueue.${string}`>>;

const PROGRESS_MS = 1000;

export function createWorkspaceRunQueue(session: Session, { history }: WorkspaceState): RunQueueApi {
  const { root, collection, events } = session;
  const queue = createQueueSettings(session.services, root);
  /** What ends each run that is collected here. */
  const stops = new Map<string, AbortController>();

  const filesOf = () => hashRunFiles(root, session.programsDirectory());

  /** Collects a run until its end, and keeps its report. */
  async function collected(
    params: { runId: string; environment: string | null; folder: string; name: string | undefined; bail: boolean },
    submit: (options: Omit<SubmitOptions, 'requests'>, stop: AbortSignal) => Promise<RunOutcome>,
    leave: AbortSignal,
  ): Promise<{ id: number }> {
    const { runId, environment, folder, name, bail } = params;
    const url = await queue.url();
    const report = newReport(environment);
    const stop = new AbortController();
    return session.run(runId, leave, async (run) => {
      stops.set(runId, stop);
      let id: number | undefined;
      const addReport = async () => (id ??= history.runs.add(folder, report, await session.mask()));
      const watch = await watchProgress({ url, queueName: queueNameOf((await collection.require()).name), run });
      try {
        await submit(
          {
            ...{ url, runId, bail, attempts: DEFAULT_ATTEMPTS, leave: run.signal },
            keep: async () => void (await addReport()),
            onParts: watch.begin,
            onNotice: watch.notice,
            onEvent(event) {
              const shown = event.type === 'run.started' && name !== undefined ? { ...event, scriptName: name } : event;
              foldReport(report, shown);
              watch.add(shown);
              run.onEvent(shown);
            },
          },
          stop.signal,
        );
      } finally {
        stops.delete(runId);
        watch.close();
      }
      if (run.signal.aborted && !stop.signal.aborted) {
        throw codedError('Cancelled', 'The run goes on without this window.', 'Collect it from the queue.');
      }
      return { id: await addReport() };
    });
  }

  /** Announces how far a run is, as long as it is under way, with the workers that are there. */
  async function watchProgress({ url, queueName, run }: { url: string; queueName: string; run: Run }) {
    const progress = createPartProgress();
    const redis = await connectToQueue(url, () => undefined);
    let present: string[] = [];
    let notice: string | null = null;
    const announce = () => void events.emit('runQueue.progress', { runId: run.id, ...progress.state(present), notice });
    const look = async () => {
      if (redis.status === 'ready') present = (await listWorkers(redis, queueName)).map(({ name }) => name);
      if (present.length > 0 && notice?.startsWith('No worker')) notice = null;
      announce();
    };
    const timer = setInterval(() => void look().catch(() => undefined), PROGRESS_MS);
    return {
      begin(total: number) {
        progress.begin(total);
        void look().catch(() => undefined);
      },
      add: (event: RunEvent) => progress.add(event),
      notice(text: string) {
        notice = / is reachable again/.test(text) ? null : text;
        announce();
      },
      close() {
        clearInterval(timer);
        redis.disconnect();
        announce();
      },
    };
  }

  return {
    'runQueue.get': queue.get,
    'runQueue.set': queue.set,
    async 'runQueue.check'({ environment }) {
      const warnings: string[] = [];
      let redis: Awaited<ReturnType<typeof connectToQueue>> | undefined;
      try {
        redis = await connectToQueue(await queue.url(), (text) => warnings.push(text));
        const { name } = await collection.require();
        const files = await filesOf();
        const present = await listWorkers(redis, queueNameOf(name));
        const workers = present.map((worker) => described(worker, { files, environment }));
        return { problem: null, warnings, workers, unfinished: await listUnfinishedRuns(redis, name) };
      } catch (error) {
        const { message, remedy } = toFailure(error);
        return { problem: { message, remedy }, warnings, workers: [], unfinished: [] };
      } finally {
        redis?.disconnect();
      }
    },
    async 'runQueue.start'({ runId, requests: ids, environment, iterations, data, delayMs, bail }, signal) {
      const loaded = await collection.require();
      const { folder, name, requests } = selectionOf(loaded, ids);
      const rows = data ? parseIterationData(data.text, data.name) : undefined;
      const hashes = await filesOf();
      const { digest, files } = data ? digestWithData(hashes, data.text) : { digest: hashOfAll(hashes), files: hashes };
      const { partSize } = await queue.get();
      const selected = !isWhole(
        loaded,
        requests.map(({ id }) => id),
      );
      const shared = {
        ...{ id: randomBytes(6).toString('hex'), name: loaded.name, digest, environment, folder: null, selected },
        ...{ iterations: iterationsOf({ iterations: iterations ?? undefined, data: rows }), requests: requests.length },
        ...{ data: data?.name ?? null, delayMs, timeoutMs: null },
        scriptTimeoutMs: session.services.settings.get().scriptTimeoutMs,
      };
      const selection = selected ? requests.map(({ id }) => id) : undefined;
      return collected(
        { runId, environment, folder, name, bail },
        (options, stop) => submitRun(shared, { ...options, requests, files, selection, partSize }, stop),
        signal,
      );
    },
    async 'runQueue.attach'({ runId, id }, signal) {
      const loaded = await collection.require();
      const requestsFor = (_run: unknown, selection: readonly string[] | undefined) =>
        selection ? selectionOf(loaded, selection).requests : loaded.requests;
      return collected(
        { runId, environment: null, folder: '', name: undefined, bail: false },
        (options, stop) => attachToRun(id, { ...options, requestsFor }, stop),
        signal,
      );
    },
    'runQueue.stop'({ runId }) {
      stops.get(runId)?.abort();
      return {};
    },
  };
}

const isWhole = ({ requests }: LoadedCollection, ids: readonly string[]): boolean =>
  requests.length === ids.length && requests.every(({ id }, index) => id === ids[index]);

function described(
  { name, concurrency, environment, files }: PresentWorker,
  run: { files: Readonly<Record<string, string>>; environment: string | null },
): QueueWorker {
  const shared = { name, concurrency, environment };
  if (environment !== run.environment) {
    const shown = environment === null ? 'no environment' : `the environment ${environment}`;
    return { ...shared, difference: `it has ${shown}` };
  }
  const isSame = hashOfAll(files) === hashOfAll(run.files);
  return { ...shared, difference: isSame ? null : describeDifference(files, run.files) };
}
