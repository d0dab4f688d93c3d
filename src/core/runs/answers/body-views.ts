/**
 * Bodies of answers for looking at: kept for a while by the run that got them, and given in pieces, so that one of
 * many megabytes shows its first lines at once and never travels whole.
 */
import { codedError } from '../../../contract/errors.ts';
import { bodyText } from '../../http/body-text.ts';
import { createLines, prettyPieces, rawPieces, type Lines } from './body-lines.ts';

export type BodyForm = 'pretty' | 'raw' | 'hex';
export interface BodyLines {
  lines: string[];
  /** Lines known so far. */
  total: number;
  /** Whether all of them are known. */
  complete: boolean;
}
export interface JsonChild {
  key: string;
  type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** The value, or its beginning. */
  text: string;
  /** Of an object or list: how many are in it. */
  size: number;
}

export interface BodyViews {
  keep(runId: string, body: Buffer, contentType: string): void;
  lines(runId: string, form: BodyForm, from: number, count: number): Promise<BodyLines>;
  /** The first line from `from` on that has the text, whatever its case; null when there is none. */
  find(runId: string, form: BodyForm, text: string, from: number, signal: AbortSignal): Promise<number | null>;
  /** @throws InvalidRequest when the body is no JSON */
  children(
    runId: string,
    path: readonly string[],
    from: number,
    count: number,
  ): { children: JsonChild[]; total: number };
  bytes(runId: string, from: number, count: number): Buffer;
}

const MAX_KEPT_BYTES = 256 * 1024 * 1024;
const MAX_KEPT = 30;
const HEX_ROW = 16;
const MAX_PREVIEW = 200;

interface Kept {
  body: Buffer;
  contentType: string;
  text?: string;
  json?: { value: unknown };
  forms: Partial<Record<'pretty' | 'raw', Lines>>;
}

export function createBodyViews(): BodyViews {
  const all = new Map<string, Kept>();
  const find = (runId: string): Kept => {
    const kept = all.get(runId);
    if (!kept) throw codedError('FileNotFound', 'This answer is not kept any more.', 'Send the request again.');
    return kept;
  };
  const textOf = (kept: Kept): string => (kept.text ??= bodyText(kept.body, kept.contentType));
  const linesOf = (kept: Kept, form: 'pretty' | 'raw'): Lines =>
    (kept.forms[form] ??= createLines(form === 'pretty' ? prettyPieces(textOf(kept)) : rawPieces(textOf(kept))));
  const jsonOf = (kept: Kept): unknown => {
    if (kept.json) return kept.json.value;
    try {
      kept.json = { value: JSON.parse(textOf(kept)) as unknown };
    } catch (error) {
      throw codedError('InvalidRequest', `The answer is no JSON: ${(error as Error).message}`, 'Look at it as text.');
    }
    return kept.json.value;
  };
  return {
    keep(runId, body, contentType) {
      all.set(runId, { body, contentType, forms: {} });
      let total = 0;
      // The newest stays whatever its size.
      for (const [age, [id, kept]] of [...all].reverse().entries()) {
        total += kept.body.length;
        if (age > 0 && (total > MAX_KEPT_BYTES || age >= MAX_KEPT)) all.delete(id);
      }
    },
    async lines(runId, form, from, count) {
      const kept = find(runId);
      if (form === 'hex') {
        const total = Math.ceil(kept.body.length / HEX_ROW);
        const wanted = Math.max(0, Math.min(count, total - from));
        return {
          lines: Array.from({ length: wanted }, (_, at) => hexRow(kept.body, from + at)),
          total,
          complete: true,
        };
      }
      const lines = linesOf(kept, form);
      await lines.upTo(from + count);
      return { lines: lines.all.slice(from, from + count), total: lines.all.length, complete: lines.complete };
    },
    async find(runId, form, text, from, signal) {
      const wanted = text.toLowerCase();
      if (wanted === '') return null;
      if (form === 'hex') {
        const at = find(runId).body.indexOf(text, from * HEX_ROW);
        return at < 0 ? null : Math.floor(at / HEX_ROW);
      }
      const lines = linesOf(find(runId), form);
      for (let at = from; !signal.aborted; at += 1) {
        if (at >= lines.all.length) await lines.upTo(at + 1);
        const line = lines.all[at];
        if (line === undefined) return null;
        if (line.toLowerCase().includes(wanted)) return at;
      }
      return null;
    },
    children(runId, path, from, count) {
      let value = jsonOf(find(runId));
      for (const key of path) value = (value as Record<string, unknown> | null)?.[key];
      if (typeof value !== 'object' || value === null) return { children: [describe('', value)], total: 0 };
      const keys = Array.isArray(value) ? undefined : Object.keys(value);
      const total = keys ? keys.length : (value as unknown[]).length;
      const wanted = Math.max(0, Math.min(count, total - from));
      const children = Array.from({ length: wanted }, (_, at) => {
        const key = keys ? (keys[from + at] ?? '') : String(from + at);
        return describe(key, (value as Record<string, unknown>)[key]);
      });
      return { children, total };
    },
    bytes: (runId, from, count) => find(runId).body.subarray(from, from + count),
  };
}

function describe(key: string, value: unknown): JsonChild {
  if (Array.isArray(value)) return { key, type: 'array', text: '', size: value.length };
  if (typeof value === 'object' && value !== null) {
    return { key, type: 'object', text: '', size: Object.keys(value).length };
  }
  const text = JSON.stringify(value) ?? '';
  const type = value === null ? 'null' : (typeof value as JsonChild['type']);
  return { key, type, text: text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text, size: 0 };
}

function hexRow(body: Buffer, row: number): string {
  const bytes = body.subarray(row * HEX_ROW, (row + 1) * HEX_ROW);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const left = hex.slice(0, 8).join(' ').padEnd(23);
  const right = hex.slice(8).join(' ').padEnd(23);
  const text = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
  return `${(row * HEX_ROW).toString(16).padStart(8, '0')}  ${left}  ${right}  ${text}`;
}
