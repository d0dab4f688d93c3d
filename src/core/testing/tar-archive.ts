/** Archives (tar.gz) with entries that the usual tools refuse to write. */
import { gzipSync } from 'node:zlib';

/** The types of the tar format, by their character in its header. */
const types = { file: '0', hardLink: '1', link: '2', device: '3', folder: '5', pipe: '6' } as const;
const BLOCK = 512;

export interface TarEntry {
  path: string;
  type?: keyof typeof types;
  /** The content of a file. */
  text?: string;
  /** The target of a link. */
  target?: string;
}

export const tarArchive = (entries: readonly TarEntry[]): Buffer =>
  gzipSync(Buffer.concat([...entries.map(blocksOf), Buffer.alloc(2 * BLOCK)]));

function blocksOf({ path, type = 'file', text = '', target = '' }: TarEntry): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => value.toString(8).padStart(length, '0');
  header.write(path, 0, 100);
  header.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  header.write(`${octal(content.length, 11)}\0${octal(0, 11)}\0`, 124);
  // The checksum is that of the header with spaces in its place.
  header.write(' '.repeat(8), 148);
  header.write(types[type], 156);
  header.write(target, 157, 100);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
