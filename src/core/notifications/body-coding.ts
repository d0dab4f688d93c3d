/** Bodies that are compressed as their Content-Encoding says. */
import zlib from 'node:zlib';

type Coding = 'gzip' | 'deflate' | 'br';
const unpackers: Record<Coding, (body: Buffer, limit: zlib.ZlibOptions) => Buffer> = {
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
};
const packers: Record<Coding, (body: Buffer) => Buffer> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  // The best quality, which is the default, takes seconds for a megabyte.
  br: (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

function codingOf(header: string | undefined): Coding | undefined {
  const name = header
    ?.trim()
    .toLowerCase()
    .replace(/^x-gzip$/, 'gzip');
  return name === 'gzip' || name === 'deflate' || name === 'br' ? name : undefined;
}

/**
 * @param header Content-Encoding
 * @param maxBytes of what comes out
 * @returns undefined when that would be more; the same bytes when they are not packed as the header says
 */
export function unpack(body: Buffer, header: string | undefined, maxBytes: number): Buffer | undefined {
  const coding = codingOf(header);
  if (coding === undefined) return body;
  try {
    return unpackers[coding](body, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : body;
  }
}

/** The opposite of `unpack`. */
export function pack(body: Buffer, header: string | undefined): Buffer {
  const coding = codingOf(header);
  return coding === undefined ? body : packers[coding](body);
}
