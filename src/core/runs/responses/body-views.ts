/**
 * Serves bodies of responses for viewing: stored for a while under the run that received them, and read in pieces, so
 * that a body of many megabytes shows its first lines at once and is never sent as a whole.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codedError, toFailure } from '../../../contract/errors.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import { shorten } from '../../../contract/visible-text.ts';
import { bodyText } from '../../http/body/body-text.ts';
import { createLines, FIRST_LINE, rawLines, type Lines } from './body-lines.ts';
import { createBodyThread, type BodyThread, type QueryResult } from './body-thread.ts';
import { parseExact, stringifyExact } from './exact-json.ts';
import { prettyLines } from './pretty-lines.ts';

export type BodyForm = 'pretty' | 'raw' | 'hex';
export interface BodyLines {
  lines: string[];
  /** The number of lines known so far. */
  total: number;
  /** Whether all lines are known. */
  complete: boolean;
  /** Why the body is shown unformatted although it was to be formatted. */
  note?: string;
}
export interface JsonChild {
  key: string;
  type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** The value, or its beginning. */
  text: string;
  /** The number of members of an object or list. */
  size: number;
}

export interface BodySearch {
  form: BodyForm;
  text: string;
  from: number;
}

export interface BodyViews {
  add(runId: string, body: Buffer, contentType: string): void;
  lines(runId: string, form: BodyForm, from: number, count: number): Promise<BodyLines>;
  /** The first line, starting at `from`, that contains the text, ignoring case; null when there is none. */
  find(runId: string, search: BodySearch, signal: AbortSignal): Promise<number | null>;
  /** @throws InvalidRequest when the body is not JSON */
  children(
    runId: string,
    path: readonly string[],
    from: number,
    count: number,
  ): { children: JsonChild[]; total: number };
  bytes(runId: string, from: number, count: number): Buffer;
  /** The whole text, formatted or as received. @throws FileTooLarge above 32 MiB */
  text(runId: string, form: 'pretty' | 'raw'): Promise<{ text: string; note?: string }>;
  /** Formats a text that is not the body of a stored response, for example from the history. */
  format(text: string, contentType: string): Promise<{ text: string; note?: string }>;
  /**
   * The values that a JSONPath (RFC 9535) selects. @throws InvalidRequest when it takes too long; FileTooLarge;
   * Cancelled
   */
  query(runId: string, path: string, signal: AbortSignal): Promise<QueryResult>;
}

const MIB = 1024 * 1024;
const MAX_TEXT = 32 * MIB;
/** Characters of a formatted text that is sent as a whole: indentation can make it a hundred times as long as its source. */
const MAX_WHOLE = 4 * MAX_TEXT;
const MAX_QUERIED = 64 * MIB;
/** Larger HTML and XML is shown as received, because formatting takes seconds for each megabyte. */
export const MAX_FORMATTED = 2 * MIB;
const MAX_KEPT_BYTES = 256 * MIB;
const MAX_STORED = 30;
const HEX_ROW = 16;
const MAX_PREVIEW = 200;

interface StoredBody {
  body: Buffer;
  contentType: string;
  text?: string;
  json?: { value: unknown };
  pretty?: Promise<FormattedBody>;
  forms: Partial<Record<'pretty' | 'raw', Promise<FormLines>>>;
}
/** A text that is shown with its own line ends; JSON gets line ends while it is read. */
interface FormattedBody {
  text: string;
  isJson?: true;
  note?: string;
}
interface FormLines {
  lines: Lines;
  note?: string;
}

export function createBodyViews(thread: BodyThread = createBodyThread()): BodyViews {
  const bodies = createStoredBodies();
  const stored = bodies.get;
  const texts = createBodyTexts(thread);
  return {
    add: bodies.add,
    async lines(runId, form, from, count) {
      const body = stored(runId);
      if (form === 'hex') return hexLines(body.body, from, count);
      const { lines, note } = await texts.lines(body, form);
      const page = await lines.page(from, count);
      const { total, complete } = lines;
      return { lines: page, total, complete, ...(note === undefined ? {} : { note }) };
    },
    async find(runId, { form, text, from }, signal) {
      const needle = text.toLowerCase();
      if (needle === '') return null;
      if (form === 'hex') {
        const offset = stored(runId).body.indexOf(text, from * HEX_ROW);
        return offset < 0 ? null : Math.floor(offset / HEX_ROW);
      }
      const { lines } = await texts.lines(stored(runId), form);
      return lines.find(needle, from, signal);
    },
    children: (runId, path, from, count) => childrenOf(valueAt(jsonOf(stored(runId)), path), from, count),
    bytes: (runId, from, count) => stored(runId).body.subarray(from, from + count),
    async text(runId, form) {
      const body = stored(runId);
      requireSmaller(body, MAX_TEXT, 'are not copied');
      if (form === 'raw') return { text: textOf(body) };
      const note = invalidJsonNote(body);
      return { ...(note === undefined ? {} : { note }), ...(await whole(await texts.pretty(body))) };
    },
    format: async (text, contentType) => whole(await texts.formatted(text, contentType)),
    async query(runId, path, signal) {
      const body = stored(runId);
      requireSmaller(body, MAX_QUERIED, 'are not filtered');
      return thread.query(textOf(body), path, signal);
    },
  };
}

/** Stores the latest bodies; the newest is kept whatever its size. */
function createStoredBodies() {
  const all = new Map<string, StoredBody>();
  return {
    add(runId: string, body: Buffer, contentType: string): void {
      all.set(runId, { body, contentType, forms: {} });
      let total = 0;
      for (const [age, [id, stored]] of [...all].reverse().entries()) {
        total += stored.body.length;
        if (age > 0 && (total > MAX_KEPT_BYTES || age >= MAX_STORED)) all.delete(id);
      }
    },
    get(runId: string): StoredBody {
      const stored = all.get(runId);
      if (!stored) throw codedError('FileNotFound', 'This response is no longer stored.', 'Send the request again.');
      return stored;
    },
  };
}

/** Caches the text and lines of bodies. */
function createBodyTexts(thread: BodyThread) {
  const formatted = async (text: string, contentType: string): Promise<FormattedBody> => {
    const kind = formatOf(text, contentType);
    if (kind === 'json') return { text, isJson: true };
    if (kind === undefined) return { text };
    if (text.length > MAX_FORMATTED) {
      return { text, note: `The body is larger than ${MAX_FORMATTED / MIB} MiB and is shown unformatted.` };
    }
    try {
      return { text: await thread.format(kind, text) };
    } catch (error) {
      return { text, note: `${toFailure(error).message} It is shown unformatted.` };
    }
  };
  const pretty = (stored: StoredBody) => (stored.pretty ??= formatted(textOf(stored), stored.contentType));
  const createFormLines = async (stored: StoredBody, form: 'pretty' | 'raw'): Promise<FormLines> => {
    const { text, isJson, note } = form === 'raw' ? { text: textOf(stored) } : await pretty(stored);
    return { lines: createLines(isJson ? prettyLines(text) : rawLines(text)), ...(note ? { note } : {}) };
  };
  return {
    formatted,
    pretty,
    lines: (stored: StoredBody, form: 'pretty' | 'raw') => (stored.forms[form] ??= createFormLines(stored, form)),
  };
}

const textOf = (stored: StoredBody): string => (stored.text ??= bodyText(stored.body, stored.contentType));

function jsonOf(stored: StoredBody): unknown {
  if (stored.json) return stored.json.value;
  try {
    const text = textOf(stored);
    // For larger bodies it would take seconds, in which the host does nothing else.
    const value: unknown = text.length > MAX_TEXT ? JSON.parse(text) : parseExact(text);
    stored.json = { value };
  } catch (error) {
    throw codedError('InvalidRequest', `The response is not JSON: ${(error as Error).message}`, 'Look at it as text.');
  }
  return stored.json.value;
}

/** Why a body that is declared as JSON is not JSON. */
function invalidJsonNote(stored: StoredBody): string | undefined {
  if (!isJsonType(mediaType(stored.contentType)) || stored.body.length > MAX_FORMATTED) return undefined;
  try {
    jsonOf(stored);
    return undefined;
  } catch (error) {
    return toFailure(error).message;
  }
}

function requireSmaller(stored: StoredBody, bytes: number, description: string): void {
  if (stored.body.length <= bytes) return;
  throw codedError('FileTooLarge', `Bodies above ${bytes / MIB} MiB ${description}.`, 'Save the body to a file.');
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) value = (value as Record<string, unknown> | null)?.[key];
  return value;
}

function childrenOf(value: unknown, from: number, count: number): { children: JsonChild[]; total: number } {
  if (typeof value !== 'object' || value === null) return { children: [describe('', value)], total: 0 };
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const total = keys ? keys.length : (value as unknown[]).length;
  const available = Math.max(0, Math.min(count, total - from));
  const children = Array.from({ length: available }, (_, index) => {
    const key = keys ? (keys[from + index] ?? '') : String(from + index);
    return describe(key, (value as Record<string, unknown>)[key]);
  });
  return { children, total };
}

function hexLines(body: Buffer, from: number, count: number): BodyLines {
  const total = Math.ceil(body.length / HEX_ROW);
  const available = Math.max(0, Math.min(count, total - from));
  return { lines: Array.from({ length: available }, (_, row) => hexRow(body, from + row)), total, complete: true };
}

const isJsonType = (type: string): boolean => /\bjson$/.test(type);

/** How a text is formatted; undefined: as received. */
function formatOf(text: string, contentType: string): 'json' | 'html' | 'xml' | undefined {
  const type = mediaType(contentType);
  if (isJsonType(type)) return 'json';
  if (type === 'text/html') return 'html';
  if (/^(application|text)\/xml$|\+xml$/.test(type)) return 'xml';
  if (/^\s*[[{]/.test(text.slice(0, 1000))) return 'json';
  return undefined;
}

/** The whole text with uncut lines. */
async function whole({ text, isJson, note }: FormattedBody): Promise<{ text: string; note?: string }> {
  const noteField = note === undefined ? {} : { note };
  if (!isJson) return { text, ...noteField };
  const lines: string[] = [];
  let length = 0;
  for (const piece of prettyLines(text, Infinity).read(FIRST_LINE)) {
    for (const line of piece.lines) {
      lines.push(line);
      length += line.length + 1;
    }
    if (length > MAX_WHOLE) {
      return { text, note: `The formatted body is larger than ${MAX_WHOLE / MIB} MiB and is shown unformatted.` };
    }
    await nextTurn();
  }
  return { text: lines.join('\n'), ...noteField };
}

function describe(key: string, value: unknown): JsonChild {
  if (Array.isArray(value)) return { key, type: 'array', text: '', size: value.length };
  if (typeof value === 'object' && value !== null) {
    return { key, type: 'object', text: '', size: Object.keys(value).length };
  }
  const text = stringifyExact(value) ?? '';
  const type = value === null ? 'null' : typeof value === 'bigint' ? 'number' : (typeof value as JsonChild['type']);
  return { key, type, text: shorten(text, MAX_PREVIEW), size: 0 };
}

function hexRow(body: Buffer, row: number): string {
  const bytes = body.subarray(row * HEX_ROW, (row + 1) * HEX_ROW);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const hexColumn = hex.slice(0, 8).join(' ').padEnd(23);
  const right = hex.slice(8).join(' ').padEnd(23);
  const text = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
  return `${(row * HEX_ROW).toString(16).padStart(8, '0')}  ${hexColumn}  ${right}  ${text}`;
}
