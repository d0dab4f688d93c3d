/**
 * Parses the response of `receiveNotification`: a notification with the receipt that deletes it from the queue, or
 * null.
 */
import { codedError } from '../../../../contract/errors.ts';
import { parseBoundedJson } from '../../../platform/json/bounded-json.ts';
import { isRawJSON, parseLossless } from '../../../platform/json/lossless-json.ts';
import { isRecord } from '../../../platform/json/is-record.ts';

export interface QueueEnvelope {
  /** A text of digits, because a JavaScript number is exact only up to 2^53. */
  receiptId: string;
  /** JSON in which numbers keep the service's notation. */
  body: Buffer;
}

/**
 * @returns null when the queue is empty
 * @throws AccountRefused when the response is not an envelope
 */
export function readEnvelope(text: string): QueueEnvelope | null {
  const boundedJson = parseBoundedJson(text, parseLossless);
  if ('problem' in boundedJson) throw codedError('AccountRefused', `The response of the queue ${boundedJson.problem}.`);
  const { json: envelope } = boundedJson;
  if (envelope === null) return null;
  if (isRecord(envelope) && 'body' in envelope) {
    const { receiptId, body } = envelope;
    if (isRawJSON(receiptId)) return { receiptId: receiptId.rawJSON, body: bytesOf(body) };
    if (typeof receiptId === 'number') return { receiptId: String(receiptId), body: bytesOf(body) };
    if (typeof receiptId === 'string' && receiptId) return { receiptId, body: bytesOf(body) };
  }
  throw codedError(
    'AccountRefused',
    'The queue answered with something that is not a notification.',
    'Check apiUrl: another server may answer there.',
  );
}

const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
