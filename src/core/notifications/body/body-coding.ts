/** Decompresses and compresses bodies by their Content-Encoding. */
import zlib from 'node:zlib';

interface ContentCoding {
  unpack: (body: Buffer, limit: { maxOutputLength: number }) => Buffer;
  pack: (body: Buffer) => Buffer;
}
const gzip: ContentCoding = { unpack: zlib.gunzipSync, pack: zlib.gzipSync };
const codings: Record<string, ContentCoding> = {
  gzip,
  'x-gzip': gzip,
  deflate: { unpack: inflate, pack: zlib.deflateSync },
  br: {
    unpack: zlib.brotliDecompressSync,
    // Brotli's default is its best quality, which takes seconds for a megabyte.
    pack: (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  },
  zstd: { unpack: zlib.zstdDecompressSync, pack: zlib.zstdCompressSync },
};
/** No real sender uses more; each coding multiplies the size to which a small body can expand. */
const MAX_CODINGS = 5;

/** "deflate" is zlib's format, but some senders omit its header. */
function inflate(body: Buffer, limit: { maxOutputLength: number }): Buffer {
  const hasHeader = body.length > 1 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
  return hasHeader ? zlib.inflateSync(body, limit) : zlib.inflateRawSync(body, limit);
}

/** The codings of a Content-Encoding header in the order of their application; undefined if one is unknown. */
function codingsOf(header: string | undefined): ContentCoding[] | undefined {
  const names = (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const decoders = names.flatMap((name) => (Object.hasOwn(codings, name) ? (codings[name] ?? []) : []));
  return decoders.length === names.length && decoders.length <= MAX_CODINGS ? decoders : undefined;
}

/**
 * @param header Content-Encoding
 * @param maxBytes limit of the decompressed size
 * @returns undefined beyond the limit; the same bytes when they are not compressed as the header says
 */
export function unpack(body: Buffer, header: string | undefined, maxBytes: number): Buffer | undefined {
  if (header === undefined) return body;
  try {
    return (codingsOf(header) ?? []).reduceRight(
      (packed, coding) => coding.unpack(packed, { maxOutputLength: maxBytes }),
      body,
    );
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : body;
  }
}

/** The inverse of `unpack`. */
export function pack(body: Buffer, header: string | undefined): Buffer {
  return (codingsOf(header) ?? []).reduce((unpacked, coding) => coding.pack(unpacked), body);
}
