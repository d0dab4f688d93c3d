/** Load runs of a workspace's collection, as in `outrigger load`, and the reports of earlier ones. */
import { toFailure } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { LoadReport } from '../../../contract/load/load.ts';
import { visibleJson } from '../../../contract/visible-text.ts';
import { parseExpectation, requireNames } from '../../load/expectations.ts';
import { nameOfRequest } from '../../load/load-iterations.ts';
import { loadHtml } from '../../load/report/html.ts';
import { runLoad } from '../../load/run-load.ts';
import { scriptProcessesOf } from '../../load/script-processes.ts';
import { warmUpScripts } from '../../load/warm-up.ts';
import { parseIterationData } from '../../runs/collection/iteration-data.ts';
import { eventStream } from '../../runs/script/run-script.ts';
import { createSandboxPool } from '../../sandbox-process/pool/sandbox-pool.ts';
import { selectionOf } from './run-selection.ts';
import type { Session } from '../session.ts';
import type { WorkspaceState } from './workspace-state.ts';
import { maskContent } from '../../platform/secrets/mask-content.ts';

type LoadApi = Pick<HostApi, Extract<keyof HostApi, `load.${string}`>>;
type LoadParams = Parameters<LoadApi['load.start']>[0];

export function createWorkspaceLoad(session: Session, { history }: WorkspaceState): LoadApi {
  const { loads } = history;
  /** The controllers that end the runs under way. */
  const stops = new Map<string, AbortController>();

  return {
    async 'load.start'(params, signal) {
      const { runId } = params;
      const stop = new AbortController();
      stops.set(runId, stop);
      try {
        const report = await measure(session, params, AbortSignal.any([signal, stop.signal]));
        return { id: store(report), report };
      } finally {
        stops.delete(runId);
      }
    },
    'load.stop'({ runId }) {
      stops.get(runId)?.abort();
      return {};
    },
    'load.list': () => ({ runs: loads.list() }),
    'load.get': ({ id }) => ({ report: loads.get(id) }),
    'load.export'({ id, format }) {
      const report = loads.get(id);
      return { text: format === 'html' ? loadHtml(report) : `${visibleJson(report, 2)}\n` };
    },
    'load.remove'({ id }) {
      loads.remove(id);
      return {};
    },
    'load.restore'({ id }) {
      loads.restore(id);
      return {};
    },
  };

  /** Measurements are shown even when they cannot be stored: the result is null then. */
  function store(report: LoadReport): number | null {
    try {
      return loads.add(report);
    } catch (error) {
      session.services.onNotice(`The report of the load run could not be stored: ${toFailure(error).message}`);
      return null;
    }
  }
}

/**
 * Sends the requests as the parameters define, until the time is over or the signal aborts. @returns a report without
 * secrets
 */
async function measure(session: Session, params: LoadParams, signal: AbortSignal): Promise<LoadReport> {
  const { collection, events, services } = session;
  const { runId, environment, model, durationMs } = params;
  const expectations = params.expectations.map(parseExpectation);
  const loaded = await collection.require(params.unsaved);
  const { name, requests } = selectionOf(loaded, params.requests, params.tagFilter);
  requireNames(expectations, requests.map(nameOfRequest));
  const data = params.data ? parseIterationData(params.data.text, params.data.name) : undefined;
  const scopes = await collection.scopesOf(loaded, environment);
  const mask = await session.mask();
  const count = scriptProcessesOf({ users: model.kind === 'users' ? model.users : model.maxRunning });
  // A separate pool, so that other scripts of the window do not wait for those of the load run.
  const sandboxes = createSandboxPool({
    runtime: services.sandboxRuntime,
    entry: services.files.sandboxEntry,
    reaper: services.reaper,
    size: count,
    spares: 0,
  });
  try {
    return await session.run(runId, signal, async (run) => {
      const emit = eventStream(runId, run.onEvent);
      emit({ type: 'run.started', scriptName: `Load: ${name}` });
      await warmUpScripts({ requests, sandboxes, count }, run.signal);
      const report = await runLoad(
        {
          runId,
          name,
          environment,
          requests,
          scopes,
          data,
          mask,
          model,
          durationMs,
          expectations,
          dependencies: { ...run, sandboxes },
          onProgress: (progress) => events.emit('load.progress', { runId, progress }),
        },
        run.signal,
      );
      emit({ type: 'run.finished', outcome: report.outcome, durationMs: report.durationMs });
      return maskContent(report, mask);
    });
  } finally {
    await sandboxes.close();
  }
}
