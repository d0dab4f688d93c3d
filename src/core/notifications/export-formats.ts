/** Notifications as files: NDJSON, which can be imported again, and HAR for other tools. */
import * as z from 'zod';
import { describeProblems } from '../../contract/describe-problems.ts';
import { codedError } from '../../contract/errors.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import { parseBoundedJson } from '../platform/json/bounded-json.ts';
import { noMask, type Mask } from '../platform/secrets/mask.ts';
import { http } from '../platform/network/node-http.ts';
import type { Arrival } from './listener/arrival.ts';
import { maskParts } from './mask-notification.ts';
import type { StoredNotification } from './store/store.ts';

const line = z.object({
  receivedAt: z.iso.datetime({ offset: true }),
  method: z.string().default('POST'),
  path: z.string().default('/'),
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  /** The body as text where its bytes are UTF-8; otherwise `base64` is present. */
  body: z.string().optional(),
  base64: z.string().optional(),
});
type Line = z.output<typeof line>;

export function toNdjson(notifications: Iterable<StoredNotification>, mask = noMask): string {
  let lines = '';
  for (const notification of notifications) {
    const { receivedAt, method } = notification;
    const { path, headers, body } = maskParts(notification, mask);
    const text = utf8(body);
    const written: Line = {
      receivedAt: receivedAt.toISOString(),
      method,
      path,
      headers,
      ...(text === undefined ? { base64: body.toString('base64') } : { body: text }),
    };
    lines += `${JSON.stringify(written)}\n`;
  }
  return lines;
}

/**
 * Checks all notifications of a file, and gives each on request: as objects, two million of them would fill the memory.
 * @throws as `arrivalsIn`
 */
export function openNdjson(text: string): { count: number; at(index: number): Arrival | undefined } {
  const lines: string[] = [];
  for (const { content, number } of linesOf(text)) {
    readLine(content, number);
    lines.push(content);
  }
  return {
    count: lines.length,
    at(index) {
      const content = lines[index];
      return content === undefined ? undefined : arrivalOf(readLine(content, index + 1));
    },
  };
}

/** One at a time, because a file has up to two million. @throws InvalidParams, naming the line */
export function* arrivalsIn(text: string): Generator<Arrival> {
  for (const { content, number } of linesOf(text)) yield arrivalOf(readLine(content, number));
}

function arrivalOf({ receivedAt, body, base64, headers, ...rest }: Line): Arrival {
  const bytes = body === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(body);
  const rawHeaders = headers.flatMap(({ name, value }) => [name, value]);
  return { ...rest, receivedAt: new Date(receivedAt), source: 'import', peer: '', rawHeaders, body: bytes };
}

/** One at a time, because a file of line breaks alone has a hundred million lines. */
function* linesOf(text: string): Generator<{ content: string; number: number }> {
  let number = 0;
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start < text.length;) {
    number += 1;
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end + 1;
    if (next - start > 1) {
      const content = text.slice(start, next);
      if (content.trim() !== '') yield { content, number };
    }
    start = next;
  }
}

function readLine(content: string, number: number): Line {
  const refuse = (reason: string) => {
    const message = `Line ${number} is not a notification: ${reason}.`;
    return codedError('InvalidParams', message, 'Import a file that Outrigger has exported.');
  };
  let mistake = 'it is not JSON';
  const parsed = parseBoundedJson(content, (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      mistake = (error as Error).message;
      throw error;
    }
  });
  if ('problem' in parsed) throw refuse(`it ${parsed.problem}`);
  const { json } = parsed;
  if (json === undefined) throw refuse(mistake);
  const read = line.safeParse(json);
  if (!read.success) throw refuse(describeProblems(read.error));
  if (read.data.body === undefined && read.data.base64 === undefined) throw refuse('it has no body');
  return read.data;
}

/** The text before the first entry of an HTTP archive. @param version of the application */
export const harStart = (version: string): string =>
  `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Outrigger', version })},"entries":[`;
export const HAR_END = '\n]}}\n';

/** Entries of an HTTP archive, with commas between them. */
export function toHarEntries(notifications: readonly StoredNotification[], mask = noMask): string {
  const entries = notifications.map((notification) => {
    const { receivedAt, method, summary, response } = notification;
    const { answered } = summary;
    const { path, headers, body } = maskParts(notification, mask);
    const text = utf8(body);
    const mimeType = headerValueOf(headers, 'content-type') ?? 'application/octet-stream';
    return {
      startedDateTime: receivedAt.toISOString(),
      time: answered?.afterMs ?? 0,
      comment: mask(summary.title),
      request: {
        method,
        url: addressOf(path, headers),
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers,
        queryString: [...new URLSearchParams(path.split('?').slice(1).join('?'))].map(([name, value]) => ({
          name,
          value,
        })),
        ...(body.length === 0
          ? {}
          : {
              postData: {
                mimeType,
                text: text ?? body.toString('base64'),
                ...(text === undefined ? { comment: 'base64' } : {}),
              },
            }),
        headersSize: -1,
        bodySize: body.length,
      },
      // HAR requires a response. Status 0 means that there was none: the notification came from a queue or a file.
      response: {
        status: answered?.status ?? 0,
        statusText: http.STATUS_CODES[answered?.status ?? 0] ?? '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: response ? mask(response.headers) : [],
        content: responseContent(response, mask),
        redirectURL: '',
        headersSize: -1,
        bodySize: response?.size ?? -1,
        ...(answered?.rule == null ? {} : { comment: mask(`By the rule “${answered.rule}”`) }),
      },
      cache: {},
      timings: { send: 0, wait: answered?.afterMs ?? 0, receive: 0 },
    };
  });
  return entries.map((entry) => `\n${JSON.stringify(entry, null, 2)}`).join(',');
}

function responseContent(response: StoredNotification['response'], mask: Mask) {
  if (!response) return { size: 0, mimeType: 'text/plain' };
  const { headers, body, size } = response;
  const mimeType = headerValueOf(headers, 'content-type') ?? 'text/plain';
  const isWhole = Buffer.byteLength(body) >= size;
  return { size, mimeType, text: mask(body), ...(isWhole ? {} : { comment: 'Only the beginning was stored.' }) };
}

/** The URL as the sender requested it, if its `Host` is valid in a URL. */
function addressOf(path: string, headers: StoredNotification['headers']): string {
  const host = headerValueOf(headers, 'host') ?? '';
  const isHost = /^[\w.:[\]-]{1,255}$/.test(host) && URL.canParse(`http://${host}`);
  return `http://${isHost ? host : '127.0.0.1'}${path}`;
}

function utf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}
