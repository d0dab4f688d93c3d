/** What the history keeps of one send. */
import type { SentResponse } from '../../contract/collection.ts';
import type { RunEventOf } from '../../contract/run-event.ts';
import { bodyText } from '../http/body-text.ts';
import type { HttpExchange } from '../http/http-client.ts';
import { MAX_TEXT } from '../runs/answers/sent-response.ts';
import type { SentRecord } from './history.ts';

export function historyRecord(
  sent: Pick<SentRecord, 'at' | 'request' | 'name' | 'edited'>,
  { method, url, durationMs, failure }: RunEventOf<'request.answered'>,
  response: SentResponse | null,
  exchange: HttpExchange | undefined,
): SentRecord {
  return {
    ...sent,
    method,
    url,
    status: response?.status ?? null,
    durationMs,
    size: response?.size ?? 0,
    failure: failure?.message ?? null,
    requestHeaders: response?.hops.at(-1)?.requestHeaders ?? [],
    headers: response?.headers ?? [],
    text: exchange ? bodyText(exchange.body.subarray(0, MAX_TEXT), response?.contentType) : '',
  };
}
