/**
 * `require('form-data')` of Bruno's scripts: a form that `req.setBody` and axios send. The package itself needs streams
 * of Node.
 */
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
    const text = toText(value);
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
