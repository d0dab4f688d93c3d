/** Sends one request from the interface: a run of its own, whose response is stored for viewing. */
import type { HostApi } from '../../../contract/host-contract.ts';
import type { RunEventBody, RunOutcome } from '../../../contract/runs/run-event.ts';
import { UNTITLED_REQUEST } from '../../../contract/scripts/script-name.ts';
import { historyRecord, withArrived, type PartialResponse } from '../../history/history-record.ts';
import { describeResponse } from '../../runs/responses/sent-response.ts';
import { createRequestRunner } from '../../runs/collection/request-runner.ts';
import { worse } from '../../runs/request/run-request.ts';
import { eventStream, type EmitRunEvent } from '../../runs/script/run-script.ts';
import type { Session } from '../session.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** The number of the request that was sent; those that its scripts run are numbered after it. */
const SENT = 0;
/** Limit of requests in one send, so that scripts which run each other's requests cannot continue forever. */
const MAX_REQUESTS = 1000;

export function createSendApi(session: Session, { history, bodies }: WorkspaceState): Pick<HostApi, 'collection.send'> {
  const { collection, cookies } = session;
  return {
    async 'collection.send'({ runId, id, parent, request, environment, unsaved }, signal) {
      const { loaded, item } = await collection.edited({ id, parent, request, unsaved });
      const scopes = await collection.scopesOf(loaded, environment);
      return session.run(runId, signal, async (run) => {
        const startMs = performance.now();
        const at = Date.now();
        let answeredEvent: Extract<RunEventBody, { type: 'request.answered' }> | undefined;
        let arrived: PartialResponse | undefined;
        const stream = eventStream(runId, run.onEvent);
        const emit: EmitRunEvent = (event, number) => {
          if (event.type === 'request.answered' && number === SENT) answeredEvent = event;
          if (number === SENT) arrived = withArrived(arrived, event);
          stream(event, number);
        };
        emit({ type: 'run.started', scriptName: item.name });
        let nested: RunOutcome = 'passed';
        const runner = createRequestRunner({
          dependencies: run,
          requests: loaded.requests,
          emit,
          maxRequests: MAX_REQUESTS,
          onNested: (outcome) => (nested = worse(nested, outcome)),
        });
        const sent = await runner.run(item, scopes, run.signal, { live: true });
        const { exchange } = sent;
        const outcome = worse(sent.outcome, nested);
        await collection.storeChanges(loaded, scopes);
        await cookies.save();
        const response = exchange ? describeResponse(runId, exchange) : null;
        if (exchange && response) bodies.add(runId, exchange.body, response.contentType);
        if (answeredEvent && !answeredEvent.skipped) {
          // Opened from the history, it is a request without a name again.
          const name = id === null ? UNTITLED_REQUEST : item.name;
          const record = historyRecord(
            { at, request: id ?? '', name, edited: request },
            answeredEvent,
            response,
            exchange,
            arrived,
          );
          history.add(record, await session.mask());
        }
        emit({ type: 'run.finished', outcome, durationMs: performance.now() - startMs });
        return { outcome, response };
      });
    },
  };
}
