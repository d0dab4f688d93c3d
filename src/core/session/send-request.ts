/** One request sent from the interface: a run of its own, whose answer is kept to be looked at. */
import type { HostApi } from '../../contract/host-contract.ts';
import type { RunEventBody } from '../../contract/run-event.ts';
import { historyRecord } from '../history/history-record.ts';
import { describeResponse } from '../runs/answers/sent-response.ts';
import { runRequest } from '../runs/run-request.ts';
import { eventStream } from '../runs/run-script.ts';
import type { Session } from './session.ts';
import type { WorkspaceState } from './workspace-state.ts';

export function createSendApi(session: Session, { history, bodies }: WorkspaceState): Pick<HostApi, 'collection.send'> {
  const { collection, cookies } = session;
  return {
    async 'collection.send'({ runId, id, request, environment }, signal) {
      const { loaded, item } = await collection.find(id);
      const scopes = await collection.scopesOf(loaded, environment);
      const edited = await collection.withEdit(item, request);
      return session.run(runId, signal, async (run) => {
        const began = performance.now();
        const at = Date.now();
        let calls = 0;
        let answered: Extract<RunEventBody, { type: 'request.answered' }> | undefined;
        const stream = eventStream(runId, run.onEvent);
        const emit = (event: RunEventBody) => {
          if (event.type === 'request.answered') answered = event;
          stream(event);
        };
        emit({ type: 'run.started', scriptName: item.name });
        const events = { emit, nextCallId: () => ++calls };
        const { outcome, exchange } = await runRequest(edited, scopes, run, events, run.signal, { live: true });
        await collection.keep(loaded, scopes);
        await cookies.save();
        const response = exchange ? describeResponse(runId, exchange) : null;
        if (exchange && response) bodies.keep(runId, exchange.body, response.contentType);
        if (answered && !answered.skipped) {
          const { name } = item;
          history.add(historyRecord({ at, request: id, name, edited: request }, answered, response, exchange));
        }
        emit({ type: 'run.finished', outcome, durationMs: performance.now() - began });
        return { outcome, response };
      });
    },
  };
}
