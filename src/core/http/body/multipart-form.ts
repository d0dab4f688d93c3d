/** Reads multipart forms (multipart/form-data) of strangers. */
import { Busboy } from '@fastify/busboy';

export interface FormPart {
  name: string;
  /** The text of a field; empty for a file. */
  text: string;
  /** Undefined for a field. */
  file?: { name: string; mediaType: string; bytes: number };
}

export interface MultipartForm {
  /** In the order of the body; if it is malformed, the parts before the first mistake. */
  parts: FormPart[];
  isWellFormed: boolean;
}

export interface MultipartBody {
  body: Buffer;
  /** With the boundary parameter. */
  contentType: string;
  /** Further parts are left out. */
  maxParts: number;
}

/** Never rejects. */
export function readMultipartForm({ body, contentType, maxParts }: MultipartBody): Promise<MultipartForm> {
  const parts: FormPart[] = [];
  const read = Promise.withResolvers<MultipartForm>();
  const end = (isWellFormed: boolean) => read.resolve({ parts, isWellFormed });
  try {
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { parts: maxParts } });
    parser.on('field', (name, text) => parts.push({ name, text }));
    parser.on('file', (name, content, fileName, _encoding, mediaType) => {
      const file = { name: fileName, mediaType, bytes: 0 };
      parts.push({ name, text: '', file });
      content.on('data', (chunk: Buffer) => (file.bytes += chunk.length));
      // An error of its own where the body ends within the file. Without a listener it would end the process.
      content.on('error', () => end(false));
    });
    parser.on('finish', () => end(true));
    parser.on('error', () => end(false));
    parser.end(body);
  } catch {
    end(false);
  }
  return read.promise;
}
