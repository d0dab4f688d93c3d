/**
 * Masks the values of known secrets in everything that is stored, reported and printed, in every form in which they may
 * occur.
 */
import { isUtf8 } from 'node:buffer';
import { isRawJSON } from '../json/lossless-json.ts';
import { secretForms } from './secret-forms.ts';

/** Returns a copy of the value with every known secret masked, in texts and keys, at any depth. */
export type Mask = <T>(value: T) => T;

const MASK = '(secret)';
/** Masking shorter values would make a report unreadable, and they are hardly secrets. */
const MIN_LENGTH = 4;
/** Credentials of Basic auth: base64 of the user name and the secret together. */
const BASIC = /\b(basic\s+)([A-Za-z0-9+/_-]{4,}={0,2})/gi;

export const noMask: Mask = (value) => value;

export function createMask(secrets: readonly string[]): Mask {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= MIN_LENGTH);
  if (known.length === 0) return noMask;
  // Longer ones first: where one secret is a part of another, no part of the longer one stays visible.
  const forms = known.sort((a, b) => b.length - a.length).flatMap(secretForms);
  const pattern = new RegExp([...new Set(forms)].join('|'), 'g');
  const maskText = (text: string): string =>
    text
      .replace(BASIC, (match, scheme: string, base64: string) => {
        const credentials = Buffer.from(base64, 'base64').toString();
        return credentials.search(pattern) < 0 ? match : `${scheme}${MASK}`;
      })
      .replace(pattern, MASK);
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (isRawJSON(value)) return maskText(value.rawJSON) === value.rawJSON ? value : MASK;
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key), mask(item)]));
  };
  return <T>(value: T) => mask(value) as T;
}

/** @returns the same bytes where nothing is masked */
export function maskBytes(bytes: Buffer, mask: Mask): Buffer {
  if (mask === noMask || bytes.length === 0) return bytes;
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const masked = mask(text);
  return masked === text ? bytes : Buffer.from(masked, encoding);
}
