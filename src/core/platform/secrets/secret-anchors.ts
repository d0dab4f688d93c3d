/**
 * The anchors of a secret: letters and digits in a row, one of which stands in every form of it (secret-forms.ts),
 * because forms write letters and digits as they are, or all in lower case (in a host name, which has an anchor of its
 * own). They tell which secrets a text may hold, before any pattern is compiled.
 */
import { ANCHOR, encodedTexts, inHostNames, jsonPieces, MIN_CUT, searchedTexts } from './secret-forms.ts';

/** The characters of an anchor by which it is found. */
const ANCHOR_LENGTH = 4;

/** What is left of every truncated secret, if it is one anchor. */
const KEPT = new RegExp(`^[A-Za-z0-9]{${MIN_CUT}}`);

/** Undefined: the secret has a form without an anchor, so that any text may hold it. */
export interface SecretAnchors {
  /** Every form has one of them, except for a truncated secret. */
  whole: string[] | undefined;
  /** The beginning of a truncated secret has one of them. */
  truncated: string[] | undefined;
}

export function secretAnchors(secret: string): SecretAnchors {
  const texts = searchedTexts(secret);
  const hostTexts = inHostNames(secret);
  return {
    whole: everyOne([
      ...texts.flatMap((text) => [longestRun(text), ...encodedAnchors(text)]),
      ...hostTexts.map(longestRun),
      ...jsonPieces(secret).map((tokens) => longestRun(tokens.join(' '))),
    ]),
    truncated: everyOne([...texts, ...hostTexts].map((text) => KEPT.exec(text)?.[0])),
  };
}

const everyOne = (anchors: (string | undefined)[]): string[] | undefined =>
  anchors.every((anchor) => anchor !== undefined) ? [...new Set(anchors)] : undefined;

function longestRun(text: string): string | undefined {
  const runs = text.match(new RegExp(ANCHOR, 'g')) ?? [];
  return runs.reduce<string | undefined>((best, run) => (run.length > (best?.length ?? 0) ? run : best), undefined);
}

const encodedAnchors = (text: string): (string | undefined)[] =>
  encodedTexts(text).flatMap(({ inHex, inBase64 }) => [...hexAnchors(inHex), ...inBase64.map(longestRun)]);

/** Some digits in a row, in every writing of the letters among them. */
function hexAnchors(inHex: string): string[] {
  const letters = (digits: string) => digits.replace(/[0-9]/g, '').length;
  const best = HEX_LENGTHS.map((length) =>
    Array.from({ length: inHex.length - length + 1 }, (_, at) => inHex.slice(at, at + length)).reduce((least, digits) =>
      letters(digits) < letters(least) ? digits : least,
    ),
  );
  const chosenAnchor = best.find((digits) => letters(digits) <= ANCHOR_LENGTH) ?? '';
  return Array.from(chosenAnchor).reduce<string[]>(
    (starts, digit) =>
      [...new Set([digit, digit.toUpperCase()])].flatMap((written) => starts.map((start) => start + written)),
    [''],
  );
}
/** The longer, the less other text has them; at most ANCHOR_LENGTH of them are letters, which doubles the anchors. */
const HEX_LENGTHS = [12, 8, ANCHOR_LENGTH];

export interface AnchorIndex<T> {
  /** The owners of the anchors that stand in the text, in the time of one pass, however many there are. */
  ownersIn(text: string): Set<T>;
}

const HASH_BITS = 20;
const HASH_MASK = 2 ** HASH_BITS - 1;
/** After ANCHOR_LENGTH steps nothing of an earlier character is left in the hash. */
const step = (hash: number, unit: number): number => ((hash << (HASH_BITS / ANCHOR_LENGTH)) ^ unit) & HASH_MASK;

export function createAnchorIndex<T>(anchors: Iterable<{ anchor: string; owner: T }>): AnchorIndex<T> {
  const knownHashes = new Uint8Array(2 ** (HASH_BITS - 3));
  /** By their beginning. */
  const buckets = new Map<string, Map<string, T[]>>();
  for (const { anchor, owner } of anchors) {
    const start = anchor.slice(0, ANCHOR_LENGTH);
    const hash = Array.from(start).reduce((before, sign) => step(before, sign.charCodeAt(0)), 0);
    knownHashes[hash >> 3] = (knownHashes[hash >> 3] ?? 0) | (1 << (hash & 7));
    const bucket = buckets.get(start) ?? new Map<string, T[]>();
    bucket.set(anchor, [...(bucket.get(anchor) ?? []), owner]);
    buckets.set(start, bucket);
  }
  return {
    ownersIn(text) {
      const owners = new Set<T>();
      if (buckets.size === 0) return owners;
      let hash = 0;
      for (let at = 0; at < text.length; at += 1) {
        hash = step(hash, text.charCodeAt(at));
        if (((knownHashes[hash >> 3] ?? 0) & (1 << (hash & 7))) === 0) continue;
        const from = at - ANCHOR_LENGTH + 1;
        const bucket = buckets.get(text.slice(Math.max(0, from), at + 1));
        if (bucket === undefined) continue;
        for (const [anchor, ofAnchor] of bucket) {
          if (text.startsWith(anchor, from)) for (const owner of ofAnchor) owners.add(owner);
        }
      }
      return owners;
    },
  };
}
