/**
 * Forms of Bruno's scripts: `require('form-data')`, which `req.setBody` and axios send (the package itself needs streams
 * of Node), and lists and objects that `req.setBody` makes a form of.
 */
import { utf8Text } from '../libraries/utf8-text.ts';
import { PlainError, toText } from '../primordials.ts';

interface PartOptions {
  filename?: unknown;
  contentType?: unknown;
}
interface Part {
  name: string;
  value: string;
  filename?: string | undefined;
  contentType?: string | undefined;
}

/** Characters that would end the quoted text or the line, as in a form of a browser. */
const escapes: Record<string, string> = { '"': '%22', '\r': '%0D', '\n': '%0A' };
const quoted = (text: string): string => `"${text.replace(/["\r\n]/g, (sign) => escapes[sign] ?? sign)}"`;

function textOf(value: unknown): string {
  if (ArrayBuffer.isView(value)) {
    const text = utf8Text(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    // Decoded bytes that are not text would arrive changed.
    if (text.includes('\uFFFD')) throw new PlainError('A form of a script has texts: these bytes are not one.');
    return text;
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return toText(value);
  throw new PlainError('append of form-data takes a text, a number or a Buffer that is a text.');
}

export class BrunoFormData {
  readonly #parts: Part[] = [];
  #boundary = `--------------------------${Array.from({ length: 24 }, () => Math.floor(Math.random() * 10)).join('')}`;

  append(name: unknown, value: unknown, options: PartOptions | string = {}): void {
    const { filename, contentType } =
      typeof options === 'string' ? { filename: options, contentType: undefined } : options;
    this.#parts.push({
      name: toText(name),
      value: textOf(value),
      filename: filename === undefined ? undefined : toText(filename),
      contentType: contentType === undefined ? undefined : toText(contentType).replace(/[\r\n]/g, ''),
    });
  }

  getHeaders(more: Record<string, unknown> = {}): Record<string, unknown> {
    return { 'content-type': `multipart/form-data; boundary=${this.#boundary}`, ...more };
  }

  getBoundary(): string {
    return this.#boundary;
  }

  setBoundary(boundary: unknown): void {
    this.#boundary = toText(boundary).replace(/[\r\n]/g, '');
  }

  toString(): string {
    const parts = this.#parts.map(({ name, value, filename, contentType }) => {
      const file = filename === undefined ? '' : `; filename=${quoted(filename)}`;
      const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
      const head = `Content-Disposition: form-data; name=${quoted(name)}${file}\r\n${type}`;
      return `--${this.#boundary}\r\n${head}\r\n${value}\r\n`;
    });
    return `${parts.join('')}--${this.#boundary}--\r\n`;
  }

  /** Also tells forms from one another when a request is compared with its state before the script. */
  toJSON(): string {
    return this.toString();
  }
}

export const isArray = (value: unknown): value is unknown[] => Array.isArray(value);
export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

export const formText = (fields: readonly { key: string; value: unknown }[]): string =>
  fields.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(asText(value))}`).join('&');

/** The text of a form whose fields a script has set as a list, encoded like in a browser; an absent value is empty. */
export const fieldsText = (list: readonly unknown[]): string =>
  formText(
    list
      .filter(
        (item): item is { name: unknown; value?: unknown } =>
          typeof item === 'object' && item !== null && 'name' in item,
      )
      .map(({ name, value }) => ({ key: asText(name), value: value ?? '' })),
  ).replaceAll('%20', '+');

/**
 * The fields of a form that a script has set as an object: a list becomes several fields of item name, and the members of
 * an object are named `object[member]`.
 */
export const fieldsOf = (data: object): { key: string; value: unknown }[] =>
  Object.entries(data).flatMap(([key, value]: [string, unknown]) => fieldsNamed(key, value));

function fieldsNamed(key: string, value: unknown): { key: string; value: unknown }[] {
  if (value === undefined) return [];
  if (isArray(value)) return value.flatMap((item) => fieldsNamed(key, item));
  if (value instanceof Date) return [{ key, value: value.toISOString() }];
  if (typeof value !== 'object' || value === null) return [{ key, value: value ?? '' }];
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => fieldsNamed(`${key}[${name}]`, item));
}
