/** Reads multipart forms (multipart/form-data) of strangers. */

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
  /** How many parts there are, with those that were left out. */
  count: number;
  isWellFormed: boolean;
}

export interface MultipartBody {
  body: Buffer;
  /** With the boundary parameter. */
  contentType: string;
  /** Further parts are counted, and left out. */
  maxParts: number;
}

/** Never rejects. */
export async function readMultipartForm({ body, contentType, maxParts }: MultipartBody): Promise<MultipartForm> {
  // Loaded here, because most sessions receive no such form.
  const { Busboy } = await import('@fastify/busboy');
  const parts: FormPart[] = [];
  let isCut = false;
  const read = Promise.withResolvers<MultipartForm>();
  const end = (isWellFormed: boolean) =>
    read.resolve({ parts, count: isCut ? countParts(body, contentType) : parts.length, isWellFormed });
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
    parser.on('partsLimit', () => (isCut = true));
    parser.on('finish', () => end(true));
    parser.on('error', () => end(false));
    parser.end(body);
  } catch {
    end(false);
  }
  return read.promise;
}

/** Counts the lines between the parts, because reading thousands of parts takes seconds. */
function countParts(body: Buffer, contentType: string): number {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const first = Buffer.from(`--${quoted ?? plain ?? ''}`, 'latin1');
  const next = Buffer.concat([Buffer.from('\r\n'), first]);
  let count = body.subarray(0, first.length).equals(first) ? 1 : 0;
  for (let at = body.indexOf(next); at !== -1; at = body.indexOf(next, at + next.length)) {
    const isLast = body.toString('latin1', at + next.length, at + next.length + 2) === '--';
    if (!isLast) count += 1;
  }
  return count;
}
