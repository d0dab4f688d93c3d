/** Starts a queued run, or collects one that another window or an earlier session has started. */
import type { StoreApi } from 'zustand';
import { fromFailure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RequestStore } from '../../collection/request-store.ts';
import type { QueueStore } from './queue-state.ts';
import type { RunnerStore } from '../runner-store.ts';

interface Dependencies {
  client: HostClient;
  runner: StoreApi<RunnerStore>;
  requests: StoreApi<RequestStore>;
}

export function createQueueRuns(
  { set, get }: { set: StoreApi<QueueStore>['setState']; get: StoreApi<QueueStore>['getState'] },
  { client, runner, requests }: Dependencies,
): Pick<QueueStore, 'startRun' | 'attach'> {
  /** Cancelling the call does not end a queued run, so Stop makes a call of its own. */
  async function follow(begin: (runId: string) => Promise<{ id: number }>): Promise<void> {
    await runner.getState().follow((runId, signal) => {
      set({ progress: undefined });
      signal.addEventListener('abort', () => void client.call('runQueue.stop', { runId }).catch(() => undefined));
      return begin(runId);
    });
    await get().refresh();
  }
  return {
    async startRun() {
      if (!get().settings.on) return runner.getState().start();
      const { data, iterations, delayMs, bail, tags, excludeTags } = runner.getState().plan;
      const { environment } = requests.getState();
      const name = get().dataPath.trim() || data?.name;
      await get().refresh();
      const problem = get().check?.problem;
      if (problem) throw fromFailure({ code: 'QueueUnreachable', ...problem });
      await follow((runId) =>
        client.call('runQueue.start', {
          runId,
          requests: runner.getState().toRun({ savedFiles: true }),
          tagFilter: { tags, excludeTags },
          environment,
          iterations,
          delayMs,
          bail,
          data: data && name ? { name, text: data.text } : null,
        }),
      );
    },
    attach: (id) => follow((runId) => client.call('runQueue.attach', { runId, id })),
  };
}
