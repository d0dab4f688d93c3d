/** The bytes of a request's body, and the header that says what they are. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { codedError } from '../../contract/errors.ts';
import type { FormPart, HttpBody, HttpField } from '../../contract/http.ts';

export interface EncodedBody {
  contentType?: string;
  /** Makes the content; asked again for every hop that sends it again. */
  content: () => string | Buffer | Readable;
  /** Bytes, where they are known beforehand. */
  length?: number;
}

/** @param folder what relative paths of files are relative to */
export async function encodeBody(body: HttpBody | undefined, folder: string): Promise<EncodedBody | undefined> {
  switch (body?.mode) {
    case undefined:
      return undefined;
    case 'raw':
      return fixed(body.text, body.contentType ?? 'text/plain');
    case 'urlencoded':
      return fixed(formText(body.fields), 'application/x-www-form-urlencoded');
    case 'graphql': {
      const variables = parseVariables(body.variables);
      const { query, operationName } = body;
      return fixed(
        JSON.stringify({ query, ...(operationName ? { operationName } : {}), variables }),
        'application/json',
      );
    }
    case 'file': {
      const { absolute, size } = await fileAt(body.path, folder);
      const type = body.contentType ? { contentType: body.contentType } : {};
      return { ...type, content: () => createReadStream(absolute), length: size };
    }
    case 'formdata':
      return multipart(body.parts, folder);
  }
}

function fixed(text: string, contentType: string): EncodedBody {
  const content = Buffer.from(text);
  return { contentType, content: () => content, length: content.length };
}

function formText(fields: readonly HttpField[]): string {
  const form = new URLSearchParams();
  for (const { name, value, disabled } of fields) if (!disabled) form.append(name, value);
  return form.toString();
}

function parseVariables(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw codedError('InvalidRequest', `The GraphQL variables are no JSON: ${(error as Error).message}`);
  }
}

async function fileAt(file: string, folder: string): Promise<{ absolute: string; size: number }> {
  if (file === '') throw codedError('InvalidRequest', 'The body is a file, but no file is chosen.', 'Choose the file.');
  const absolute = path.resolve(folder, file);
  const found = await stat(absolute).catch(() => undefined);
  if (!found) throw codedError('FileNotFound', `The file of the body is not there: ${absolute}`);
  if (!found.isFile()) throw codedError('InvalidRequest', `The file of the body is a folder: ${absolute}`);
  return { absolute, size: found.size };
}

/** Streams its files, so that one larger than the memory can be sent; the length is known all the same. */
async function multipart(parts: readonly FormPart[], folder: string): Promise<EncodedBody> {
  const boundary = `----outrigger${crypto.randomUUID().replaceAll('-', '')}`;
  const pieces: (Buffer | { file: string; size: number })[] = [];
  const quoted = (text: string) => text.replace(/["\r\n]/g, (found) => encodeURIComponent(found));
  for (const part of parts) {
    if (part.disabled) continue;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"`;
    if (!part.files) {
      const type = part.contentType ? `\r\nContent-Type: ${part.contentType}` : '';
      pieces.push(Buffer.from(`${head}${type}\r\n\r\n${part.value ?? ''}\r\n`));
      continue;
    }
    for (const file of part.files) {
      const { absolute, size } = await fileAt(file, folder);
      const type = part.contentType ?? 'application/octet-stream';
      const name = quoted(path.basename(absolute));
      pieces.push(Buffer.from(`${head}; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`));
      pieces.push({ file: absolute, size }, Buffer.from('\r\n'));
    }
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0);
  async function* read() {
    for (const piece of pieces) {
      if (Buffer.isBuffer(piece)) yield piece;
      else for await (const chunk of createReadStream(piece.file)) yield chunk as Buffer;
    }
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, content: () => Readable.from(read()), length };
}
