/** The encoding of a program's output: that of the option on Windows, UTF-8 elsewhere. */
import { encodingExists, getDecoder } from 'iconv-lite';
import { codedError } from '../../../contract/errors.ts';
import { nearestName } from '../../platform/nearest-name.ts';

const WINDOWS_DEFAULT = 'cp936';
/** Suggested when a name is unknown; iconv-lite knows many more. */
const commonEncodings = [
  'utf-8',
  'cp936',
  'gbk',
  'gb18030',
  'big5',
  'cp1252',
  'cp1251',
  'cp850',
  'cp437',
  'shift_jis',
  'euc-kr',
];

export interface OutputDecoder {
  /** Decodes the next bytes; the bytes of an incomplete character are kept for the next call. */
  write(bytes: Uint8Array): string;
  end(): string;
}

/** @throws InvalidCall on every system when no encoding has this name */
export function outputEncoding(windowsEncoding: string | undefined, platform: NodeJS.Platform): string {
  const isSupported = windowsEncoding === undefined || (encodingExists as (name: string) => boolean)(windowsEncoding);
  if (!isSupported) {
    const suggestion = nearestName(windowsEncoding, commonEncodings);
    const advice = suggestion ? `Did you mean "${suggestion}"?` : `For example ${commonEncodings.join(', ')}.`;
    throw codedError('InvalidCall', `There is no encoding "${windowsEncoding}".`, advice);
  }
  return platform === 'win32' ? (windowsEncoding ?? WINDOWS_DEFAULT) : 'utf-8';
}

export const isUtf8 = (encoding: string): boolean => /^utf-?8$/i.test(encoding);

export function createDecoder(encoding: string): OutputDecoder {
  if (isUtf8(encoding)) {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  const decoder = getDecoder(encoding, { stripBOM: false });
  return { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? '' };
}
