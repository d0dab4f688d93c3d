/**
 * Masks the values of known secrets in everything that is stored, reported and printed, in every form in which they may
 * occur.
 */
import { isUtf8 } from 'node:buffer';
import { isRawJSON } from '../json/lossless-json.ts';
import { createAnchorIndex, secretAnchors, type SecretAnchors } from './secret-anchors.ts';
import { escapeSignsIn, secretForms, type EscapeSigns } from './secret-forms.ts';

/** Returns a copy of the value with every known secret masked, in texts and keys, at any depth. */
export interface Mask {
  <T>(value: T): T;
  /** Of a mask that changes during a run: the present one, which is `noMask` while nothing is secret. */
  current?: () => Mask;
}

/** The first character of a part of a text, and the one behind its last. */
type Range = [start: number, end: number];

const MASK = '(secret)';
/** Masking shorter values would make a report unreadable, and they are hardly secrets. */
const MIN_LENGTH = 4;
/** Credentials of Basic auth: base64 of the user name and the secret together. */
const BASIC = /\b(basic\s+)([A-Za-z0-9+/_-]{4,}={0,2})/gi;

/**
 * Characters of secrets that are searched in every form in one text: compiling their patterns takes milliseconds for
 * each hundred. Only secrets that the text may hold count (secret-anchors.ts).
 */
const MAX_SEARCHED = 16 * 1024;
/** Characters of one regular expression; V8 refuses larger ones. */
const MAX_PATTERN = 128 * 1024;
/** The mark of a truncated text. */
const TRUNCATED = '…';

export const noMask: Mask = (value) => value;

export function createMask(secrets: readonly string[]): Mask {
  // A header loses the blanks at the ends of its value, and with them those of a secret.
  const writtenSecrets = new Set(secrets.flatMap((secret) => [secret, secret.trim()]));
  const knownSecrets = [...writtenSecrets].filter((secret) => secret.length >= MIN_LENGTH);
  if (knownSecrets.length === 0) return noMask;
  const searchedIn = createSearch(knownSecrets.toSorted((a, b) => b.length - a.length).map(searchedSecret));
  const holdsSecret = (text: string) =>
    searchedIn(text).some((found) => (typeof found === 'string' ? text.includes(found) : text.search(found) >= 0));
  const maskText = (text: string): string => {
    const ranges = credentialsIn(text, holdsSecret);
    // Every secret is searched in the text itself: where two overlap, both are masked completely.
    for (const found of searchedIn(text)) for (const range of rangesOf(text, found)) ranges.push(range);
    return maskRanges(text, ranges);
  };
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (isRawJSON(value)) return maskText(value.rawJSON) === value.rawJSON ? value : MASK;
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key), mask(item)]));
  };
  return <T>(value: T) => mask(value) as T;
}

/** The Basic credentials that hold a secret, without their scheme. */
function credentialsIn(text: string, holdsSecret: (text: string) => boolean): Range[] {
  return rangesOf(text, BASIC).flatMap(([start, end]) => {
    const from = end - (/\S+$/.exec(text.slice(start, end))?.[0].length ?? 0);
    return holdsSecret(Buffer.from(text.slice(from, end), 'base64').toString()) ? [[from, end]] : [];
  });
}

function rangesOf(text: string, found: RegExp | string): Range[] {
  const ranges: Range[] = [];
  if (typeof found === 'string') {
    for (let at = text.indexOf(found); at >= 0; at = text.indexOf(found, at + found.length)) {
      ranges.push([at, at + found.length]);
    }
    return ranges;
  }
  found.lastIndex = 0;
  for (let match = found.exec(text); match !== null; match = found.exec(text)) {
    const [{ length }] = match;
    if (length > 0) ranges.push([match.index, match.index + length]);
    else found.lastIndex += 1;
  }
  return ranges;
}

/** Replaces ranges, which may overlap; those that touch each other become one. @returns the same text without ranges */
function maskRanges(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text;
  let maskedText = '';
  let end = 0;
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    if (from > end || end === 0) maskedText += text.slice(end, from) + MASK;
    end = Math.max(end, to);
  }
  return maskedText + text.slice(end);
}

/** @returns the same bytes where nothing is masked */
export function maskBytes(bytes: Buffer, mask: Mask): Buffer {
  if (mask === noMask || bytes.length === 0) return bytes;
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const maskedText = mask(text);
  return maskedText === text ? bytes : Buffer.from(maskedText, encoding);
}

interface SearchedSecret {
  length: number;
  anchors: SecretAnchors;
  /** Patterns for every form that a text with these signs may have. */
  patterns(signs: EscapeSigns): RegExp[];
  /** The usual forms. */
  plain(): string[];
}

function searchedSecret(secret: string): SearchedSecret {
  const patterns = new Map<string, RegExp[]>();
  let plainSecrets: string[] | undefined;
  const isLong = secret.length > MAX_SEARCHED;
  return {
    length: secret.length,
    anchors: isLong ? { whole: undefined, truncated: undefined } : secretAnchors(secret),
    patterns(signs) {
      const key = JSON.stringify(signs);
      const known = patterns.get(key) ?? patternsOf(secretForms(secret, signs));
      patterns.set(key, known);
      return known;
    },
    plain: () => (plainSecrets ??= plainForms(secret)),
  };
}

/**
 * @param secrets the longest first: where one secret is a part of another, no part of the longer one stays visible
 * @returns a function that finds what has to be masked in a text, in this order. The shortest secrets are searched in
 *   every form, because they are what people type
 */
function createSearch(secrets: readonly SearchedSecret[]): (text: string) => (RegExp | string)[] {
  const indexOf = (kind: keyof SecretAnchors) => {
    const anchored = secrets.flatMap((owner) => (owner.anchors[kind] ?? []).map((anchor) => ({ anchor, owner })));
    return { index: createAnchorIndex(anchored), others: secrets.filter(({ anchors }) => !anchors[kind]) };
  };
  const whole = indexOf('whole');
  const truncated = indexOf('truncated');
  return (text) => {
    const possibleOwners = whole.index.ownersIn(text);
    for (const secret of whole.others) possibleOwners.add(secret);
    if (text.includes(TRUNCATED)) {
      for (const secret of truncated.index.ownersIn(text)) possibleOwners.add(secret);
      for (const secret of truncated.others) possibleOwners.add(secret);
    }
    if (possibleOwners.size === 0) return [];
    const inOrder = secrets.filter((secret) => possibleOwners.has(secret));
    let room = MAX_SEARCHED;
    const inEveryForm = new Set(inOrder.toReversed().filter(({ length }) => (room -= length) >= 0));
    const signs = escapeSignsIn(text);
    return inOrder.flatMap<RegExp | string>((secret) =>
      inEveryForm.has(secret) ? secret.patterns(signs) : secret.plain(),
    );
  };
}

function patternsOf(forms: readonly string[]): RegExp[] {
  const sources: string[] = [];
  for (const form of new Set(forms)) {
    const last = sources.at(-1);
    if (last !== undefined && last.length + form.length < MAX_PATTERN) sources[sources.length - 1] = `${last}|${form}`;
    else sources.push(form);
  }
  return sources.map((source) => new RegExp(source, 'g'));
}

/** The usual forms of one of very many secrets. */
const plainForms = (secret: string): string[] => [
  ...new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]),
];
