/** Load runs of a workspace's collection: the same as `outrigger load` does. */
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { LoadReport } from '../../contract/load.ts';
import { visibleJson } from '../../contract/visible-text.ts';
import { parseExpectation, requireNames } from '../load/expectations.ts';
import { nameOfRequest } from '../load/load-iterations.ts';
import { loadHtml } from '../load/report/html.ts';
import { runLoad } from '../load/run-load.ts';
import { scriptProcessesOf } from '../load/script-processes.ts';
import { warmUpScripts } from '../load/warm-up.ts';
import { parseIterationData } from '../runs/iteration-data.ts';
import { eventStream } from '../runs/run-script.ts';
import { createSandboxPool } from '../sandbox-process/sandbox-pool.ts';
import { selectionOf } from './run-selection.ts';
import type { Session } from './session.ts';

type LoadApi = Pick<HostApi, Extract<keyof HostApi, `load.${string}`>>;

export function createWorkspaceLoad(session: Session): LoadApi {
  const { collection, events, services } = session;
  /** What ends each run that is under way. */
  const stops = new Map<string, AbortController>();
  let latest: { runId: string; report: LoadReport } | undefined;

  return {
    async 'load.start'(params, signal) {
      const { runId, environment, model, durationMs } = params;
      const expectations = params.expectations.map(parseExpectation);
      const loaded = await collection.require(params.unsaved);
      const { name, requests } = selectionOf(loaded, params.requests);
      requireNames(expectations, requests.map(nameOfRequest));
      const data = params.data ? parseIterationData(params.data.text, params.data.name) : undefined;
      const scopes = await collection.scopesOf(loaded, environment);
      const mask = await session.mask();
      const count = scriptProcessesOf({ users: model.kind === 'users' ? model.users : model.maxRunning });
      const stop = new AbortController();
      stops.set(runId, stop);
      // Processes of its own: other scripts of the window do not wait for those of the load.
      const sandboxes = createSandboxPool({
        runtime: services.sandboxRuntime,
        entry: services.files.sandboxEntry,
        reaper: services.reaper,
        size: count,
        spares: 0,
      });
      try {
        return await session.run(runId, AbortSignal.any([signal, stop.signal]), async (run) => {
          const emit = eventStream(runId, run.onEvent);
          emit({ type: 'run.started', scriptName: `Load: ${name}` });
          await warmUpScripts({ requests, sandboxes, count }, run.signal);
          const report = await runLoad(
            {
              ...{ runId, name, environment, requests, scopes, data, mask, model, durationMs, expectations },
              dependencies: { ...run, sandboxes },
              onProgress: (progress) => events.emit('load.progress', { runId, progress }),
            },
            run.signal,
          );
          emit({ type: 'run.finished', outcome: report.outcome, durationMs: report.durationMs });
          latest = { runId, report: mask(report) };
          return latest.report;
        });
      } finally {
        stops.delete(runId);
        await sandboxes.close();
      }
    },
    'load.stop'({ runId }) {
      stops.get(runId)?.abort();
      return {};
    },
    'load.export'({ runId, format }) {
      if (latest?.runId !== runId)
        throw codedError('InvalidParams', 'The report of this load run is not there any more.');
      return { text: format === 'html' ? loadHtml(latest.report) : `${visibleJson(latest.report, 2)}\n` };
    },
  };
}
