/** Runs of a workspace on workers of other machines, and the calls about their queue. */
import { randomBytes } from 'node:crypto';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import { iterationsOf } from '../../runs/collection/collection-run.ts';
import { parseIterationData } from '../../runs/collection/iteration-data.ts';
import { digestWithData, hashRunFiles } from '../../run-queue/run-digest.ts';
import { hashOfAll } from '../../programs/trust/hash-sources.ts';
import { attachToRun, submitRun, type AttachOptions } from '../../run-queue/submit-run.ts';
import { createQueueSettings } from './queue-settings.ts';
import { checkQueue } from './check-queue.ts';
import { createQueuedRunCollector } from './queued-run-collector.ts';
import { selectionOf } from '../runs/run-selection.ts';
import { requestsOfRun } from '../runs/select-requests.ts';
import type { Session } from '../session.ts';
import type { WorkspaceState } from '../runs/workspace-state.ts';

export type RunQueueApi = Pick<HostApi, Extract<keyof HostApi, `runQueue.${string}`>>;
type Start = Parameters<RunQueueApi['runQueue.start']>[0];

export function createWorkspaceRunQueue(session: Session, { history }: WorkspaceState): RunQueueApi {
  const { root, collection } = session;
  const queue = createQueueSettings(session.services, root);
  const collector = createQueuedRunCollector(session, queue, history.runs);
  const hashFiles = () => hashRunFiles(root, session.programsDirectory());

  return {
    'runQueue.get': queue.get,
    'runQueue.set': queue.set,
    'runQueue.check': ({ environment }, signal) =>
      checkQueue({
        signal,
        url: queue.url,
        files: hashFiles,
        environment,
        collectionName: async () => (await collection.require()).name,
      }),
    async 'runQueue.start'(params, signal) {
      const { runId, environment, bail } = params;
      const loaded = await collection.require();
      const { folder, name, requests } = selectionOf(loaded, params.requests, params.tagFilter);
      const ids = requests.map(({ id }) => id);
      const selection = isWhole(loaded, ids) ? undefined : ids;
      const { scriptTimeoutMs } = session.services.settings.get();
      const part = { name: loaded.name, requests: requests.length, selected: selection !== undefined, scriptTimeoutMs };
      return collector.collect(
        { runId, environment, folder, name, bail },
        async (options, stop) => {
          const { shared, files } = await describeSharedRun(params, hashFiles, part);
          stop.throwIfAborted();
          const { partSize } = await queue.get();
          return submitRun(shared, { ...options, requests, files, selection, partSize }, stop);
        },
        signal,
      );
    },
    async 'runQueue.attach'({ runId, id }, signal) {
      const loaded = await collection.require();
      const requestsFor: AttachOptions['requestsFor'] = (run, ids) => requestsOfRun(loaded, run, ids);
      return collector.collect(
        { runId, environment: null, folder: '', name: undefined, bail: false },
        (options, stop) => attachToRun(id, { ...options, requestsFor }, stop),
        signal,
      );
    },
    'runQueue.stop'({ runId }) {
      collector.stop(runId);
      return {};
    },
  };
}

/** The description of a run for the workers, with the hashes of the files that it depends on. @throws InvalidData */
async function describeSharedRun(
  { environment, iterations, data, delayMs, bail }: Omit<Start, 'runId' | 'requests'>,
  hashFiles: () => Promise<Readonly<Record<string, string>>>,
  part: { name: string; requests: number; selected: boolean; scriptTimeoutMs: number | null },
) {
  const rows = data ? parseIterationData(data.text, data.name) : undefined;
  const hashes = await hashFiles();
  const { digest, files } = data ? digestWithData(hashes, data.text) : { digest: hashOfAll(hashes), files: hashes };
  const shared = {
    id: randomBytes(6).toString('hex'),
    ...part,
    digest,
    environment,
    folders: [],
    iterations: iterationsOf({ iterations: iterations ?? undefined, data: rows }),
    data: data?.name ?? null,
    delayMs,
    timeoutMs: null,
    ...(bail ? { bail } : {}),
  };
  return { shared, files };
}

const isWhole = ({ requests }: LoadedCollection, ids: readonly string[]): boolean =>
  requests.length === ids.length && requests.every(({ id }, index) => id === ids[index]);
