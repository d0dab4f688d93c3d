/** Sends the listener's response to one request. */
import type { ServerResponse } from 'node:http';
import { DEFAULT_CONTENT_TYPE } from './listener-response.ts';

export interface ResponseContent {
  status: number;
  headers?: readonly { name: string; value: string }[];
  body: string;
}

/** @returns whether the sender was still connected */
export function sendResponse(response: ServerResponse, { status, headers = [], body }: ResponseContent): boolean {
  if (response.headersSent || response.destroyed) return false;
  try {
    if (status === 200 && headers.length === 0 && response.req.method !== 'HEAD') {
      // The usual response: one call with a list takes less time than one for each header.
      const { name, value } = DEFAULT_CONTENT_TYPE;
      response.writeHead(status, [name, value, 'Content-Length', Buffer.byteLength(body)]).end(body);
      return true;
    }
    response.statusCode = status;
    response.setHeader(DEFAULT_CONTENT_TYPE.name, DEFAULT_CONTENT_TYPE.value);
    for (const [name, values] of Map.groupBy(headers, (header) => header.name)) {
      response.setHeader(name, values.length === 1 ? (values[0]?.value ?? '') : values.map(({ value }) => value));
    }
    // Node adds Content-Length here, where the status allows a body.
    response.end(body);
    return true;
  } catch {
    // Node refuses some headers of a rule, such as Trailer without a body in parts.
    response.destroy();
    return false;
  }
}
