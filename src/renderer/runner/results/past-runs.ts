/** The runs that the host has stored, and the one of them that is shown. */
import type { HostClient } from '../../../contract/host-contract.ts';
import { nothingShown, type RunnerAccess, type RunnerStore } from '../runner-state.ts';

type PastRuns = Pick<
  RunnerStore,
  'runs' | 'shown' | 'shownId' | 'before' | 'underWay' | 'load' | 'show' | 'report' | 'clear'
>;

export function createPastRuns(client: HostClient, { set, get }: RunnerAccess): PastRuns {
  return {
    runs: [],
    ...nothingShown,
    async load() {
      set({ runs: (await client.call('runner.list', {})).runs });
    },
    async show(id) {
      const { report } = await client.call('runner.get', { id });
      const { runs } = get();
      const folder = runs.find((run) => run.id === id)?.folder;
      const older = runs.find((run) => run.id < id && run.folder === folder);
      const before = older ? (await client.call('runner.get', { id: older.id })).report : undefined;
      set({ shown: report, shownId: id, before });
    },
    report: async (id, format) => (await client.call('runner.export', { id, format })).text,
    async clear() {
      await client.call('runner.clear', {});
      set({ runs: [], ...nothingShown });
    },
  };
}
