/** An account of the messaging service: its operations over HTTP, and the meaning of their responses. */
import { codedError, toFailure } from '../../../../contract/errors.ts';
import { parseBoundedJson } from '../../../platform/json/bounded-json.ts';
import { at, text } from '../body.ts';
import type { HttpClient } from '../../../http/http-client.ts';

export interface AccountSettings {
  apiUrl: string;
  mediaUrl: string;
  idInstance: string;
  apiTokenInstance: string;
}
/** The service's addresses, except for accounts that have their own. */
export const DEFAULT_ADDRESSES = { apiUrl: 'https://api.green-api.com', mediaUrl: 'https://media.green-api.com' };

export interface AccountResponse {
  status: number;
  /** The body as received. */
  text: string;
  /** Undefined when the body is not JSON, or exceeds the limits of `parseBoundedJson`. */
  json: unknown;
}
export interface Account {
  /** @throws RequestFailed, RequestTimeout when there is no complete response within the size limit; Cancelled */
  call(
    method: string,
    operation: string,
    more: { body?: unknown; query?: string; pathEnd?: string; signal: AbortSignal },
  ): Promise<AccountResponse>;
  /** Explains a refusal to a person. */
  explain(status: number, json: unknown): string;
}

const TIMEOUT_MS = 90_000;
/** Limit of a response, in bytes; notifications of the queue are the longest. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Characters of the service's message that are shown for a refusal. */
const MAX_MESSAGE = 300;

/** @param timeoutMs for each complete response */
export function createAccount(http: HttpClient, settings: AccountSettings, timeoutMs = TIMEOUT_MS): Account {
  const { apiUrl, idInstance, apiTokenInstance } = settings;
  return {
    async call(method, operation, { body, query, pathEnd, signal }) {
      const base = `${apiUrl.replace(/\/+$/, '')}/waInstance${idInstance}/${operation}/${apiTokenInstance}`;
      const url = `${base}${pathEnd === undefined ? '' : `/${encodeURIComponent(pathEnd)}`}${query ? `?${query}` : ''}`;
      const sent =
        body === undefined
          ? {}
          : { body: { mode: 'raw' as const, text: JSON.stringify(body), contentType: 'application/json' } };
      const accountResponse = await http
        .send({ method, url, headers: [], ...sent }, { signal, timeoutMs, maxBytes: MAX_BYTES })
        .catch((error: unknown) => {
          if (signal.aborted) throw error;
          const { code, message, remedy } = toFailure(error);
          throw codedError(code, `The call of ${operation} failed: ${message}`, remedy);
        });
      const content = accountResponse.body.toString('utf8');
      const boundedJson = parseBoundedJson(content);
      return {
        status: accountResponse.hops.at(-1)?.status ?? 0,
        text: content,
        json: 'json' in boundedJson ? boundedJson.json : undefined,
      };
    },
    explain(status, json) {
      const explanation = text(json, 'message').slice(0, MAX_MESSAGE);
      const more = explanation ? ` (${explanation})` : '';
      switch (status) {
        case 400:
          return `The service could not do it: ${explanation.replace(/\.$/, '') || 'the account may be starting, not authorized or expired'}.`;
        case 401:
          return 'The token is wrong. Copy apiTokenInstance from the personal account.';
        case 403:
          return 'The instance is not known at this address. Check idInstance and apiUrl.';
        case 404:
          return `There is no such operation at this address${more}.`;
        case 429:
          return 'Too many requests; the service asks for a pause.';
        case 466: {
          const quotaUse = (name: string) => at(json, `invokeStatus.${name}`);
          const counts = `${JSON.stringify(quotaUse('used') ?? '?')} of ${JSON.stringify(quotaUse('total') ?? '?')}`;
          return `The limit of the tariff is used up: ${counts} for ${text(json, 'invokeStatus.method') || 'this operation'}.`;
        }
        default:
          return status >= 500
            ? `The service has a problem of its own (${status}); it is tried again.`
            : `The service answered ${status}${more}.`;
      }
    },
  };
}

/** The notifications that each setting switches on, in words. */
export const switches: Record<string, string> = {
  incomingWebhook: 'Incoming messages, calls and files',
  outgoingWebhook: 'Statuses of sent messages: sent, delivered, read',
  outgoingMessageWebhook: 'Messages sent from the phone',
  outgoingAPIMessageWebhook: 'Messages sent by the API',
  stateWebhook: 'Changes of the state of the account',
  pollMessageWebhook: 'Polls and votes',
  incomingCallWebhook: 'Incoming calls',
  outgoingCallWebhook: 'Outgoing calls',
  editedMessageWebhook: 'Edited messages',
  deletedMessageWebhook: 'Deleted messages',
  catalogWebhook: 'Products and orders of the catalog',
  incomingBlockWebhook: 'Blocks of the account (not sent at present)',
  statusInstanceWebhook: 'Changes of the connection (older versions)',
  deviceWebhook: 'Data of the phone (older versions)',
};
