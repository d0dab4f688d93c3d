/** The runs that the host has stored, and the one of them that is shown. */
import type { HostClient } from '../../../contract/host-contract.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';
import type { RunnerAccess, RunnerStore } from '../runner-state.ts';

type PastRuns = Pick<
  RunnerStore,
  'runs' | 'shown' | 'shownId' | 'before' | 'underWay' | 'load' | 'show' | 'showNothing' | 'report' | 'clear'
>;

const nothingShown = {
  shown: undefined,
  shownId: undefined,
  before: undefined,
  underWay: new Set<number>() as ReadonlySet<number>,
};

export function createPastRuns(client: HostClient, workspace: ShownWorkspace, { set, get }: RunnerAccess): PastRuns {
  const lists = workspace.latestCall();
  const choices = workspace.latestCall();
  return {
    runs: [],
    ...nothingShown,
    load: () => lists.show(client.call('runner.list', {}), ({ runs }) => set({ runs })),
    async show(id) {
      const choice = choices.begin();
      const { report } = await client.call('runner.get', { id });
      const { runs } = get();
      const folder = runs.find((run) => run.id === id)?.folder;
      const older = runs.find((run) => run.id < id && run.folder === folder);
      const before = older ? (await client.call('runner.get', { id: older.id })).report : undefined;
      if (!choice.aborted) set({ shown: report, shownId: id, before });
    },
    showNothing() {
      choices.cancel();
      set(nothingShown);
    },
    report: async (id, format) => (await client.call('runner.export', { id, format })).text,
    async clear() {
      await client.call('runner.clear', {});
      lists.cancel();
      set({ runs: [] });
      get().showNothing();
    },
  };
}
