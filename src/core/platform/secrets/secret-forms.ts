/**
 * The forms in which a secret may occur in a text, as patterns: literal, escaped for JSON, a URL, markup or a shell,
 * also several times over, and in hexadecimal or base64 at any position of a longer text. Each pattern takes time
 * linear in the length of the text.
 */
import { domainToASCII } from 'node:url';

/** The encoded form of a shorter secret has so few characters that other text would match it. */
const MIN_ENCODED = 6;
/** Characters in a part of a pattern, so that V8 compiles it quickly. */
const MAX_PIECE = 1000;
/** Each line of at least this length is also masked on its own, because output is masked line by line. */
const MIN_LINE = 8;

/** Letters and digits in a row, which every form of a text writes alike. */
export const ANCHOR = /[A-Za-z0-9]{4,}/;

/** A truncated secret is masked if at least this many characters of it remain. */
export const MIN_CUT = 4;

/** The signs with which encodings begin, without which a text cannot hold an encoded character. */
export interface EscapeSigns {
  percent: boolean;
  backslash: boolean;
  /** A backslash before a digit. */
  octal: boolean;
  ampersand: boolean;
}

export const escapeSignsIn = (text: string): EscapeSigns => ({
  percent: text.includes('%'),
  backslash: text.includes('\\'),
  octal: /\\[0-7]/.test(text),
  ampersand: text.includes('&'),
});

/**
 * @param signs of the text: V8 takes milliseconds to compile the pattern of a secret in every encoding, and most texts
 *   have few of the signs
 * @returns sources of regular expressions, without flags
 */
export const secretForms = (secret: string, signs: EscapeSigns): string[] => [
  ...searchedTexts(secret).flatMap((text) => [
    writtenForm(text, signs),
    ...encodedTexts(text).flatMap(({ inHex, inBase64 }) => [hex(inHex), ...inBase64.map(base64Form)]),
  ]),
  ...inHostNames(secret).map((text) => writtenForm(text, signs)),
  ...jsonPieces(secret).map((tokens) => tokens.map((token) => tokenForm(token, signs)).join(WHITE_SPACE)),
];

/** The texts that are searched for a secret, each in every form: its pieces and its lines. */
export function searchedTexts(secret: string): string[] {
  const lines = /[\r\n]/.test(secret) ? secret.split(/[\r\n]+/).filter((line) => line.length >= MIN_LINE) : [];
  return [...piecesOf(secret), ...lines];
}

/** Pieces of equal length: a last one of few characters would be found in other text. */
function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / MAX_PIECE);
  const boundary = (index: number) => Math.round((index * text.length) / count);
  return Array.from({ length: count }, (_, index) => text.slice(boundary(index), boundary(index + 1)));
}

/** What the host name of an address cannot hold (URL standard, forbidden domain code points). */
const NOT_IN_HOST = /[\x00-\x20#/:<>?@[\\\]^|%\x7f]/;

/** The secret as a URL writes it within a host name, where that differs: in lower case, and in Punycode as a whole label. */
export function inHostNames(secret: string): string[] {
  if (secret.length < MIN_ENCODED || secret.length > MAX_PIECE || NOT_IN_HOST.test(secret)) return [];
  return [...new Set([secret.toLowerCase(), domainToASCII(secret)])].filter((text) => text !== '' && text !== secret);
}

const JSON_TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
/** The longest white space between two tokens: a limit keeps the stack of the pattern small. */
const MAX_INDENT = 250;
/** White space between the tokens of a JSON text, which may itself be quoted or part of an address. */
const WHITE_SPACE = `(?:\\s|\\\\{1,7}[nrt]|\\+|%(?:25){0,2}(?:20|0[aAdD9])){0,${MAX_INDENT}}`;

/**
 * The tokens of a secret that is a JSON object or list, in pieces: other programs write it with other white space between
 * them. Pieces without an anchor (see secret-anchors.ts), such as closing brackets, are left out.
 */
export function jsonPieces(secret: string): string[][] {
  if (!isJsonObject(secret)) return [];
  const pieces: string[][] = [];
  let length = MAX_PIECE;
  for (const token of secret.match(JSON_TOKENS)?.flatMap((token) => piecesOf(token)) ?? []) {
    if (length + token.length > MAX_PIECE) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(token);
    length += token.length;
  }
  return pieces.filter((tokens) => tokens.some((token) => ANCHOR.test(token)));
}

function isJsonObject(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The secret itself, or its beginning before the mark of a truncated text. */
function writtenForm(secret: string, signs: EscapeSigns): string {
  const parts = partForms(secret, signs);
  const cuttableEnd = parts.slice(MIN_CUT).reduceRight((behind, part) => `(?:${part}${behind}|(?=…))`, '');
  return parts.slice(0, MIN_CUT).join('') + cuttableEnd;
}

const tokenForm = (token: string, signs: EscapeSigns): string => partForms(token, signs).join('');

/** The pattern of each character. Runs of backslashes are one part, so that a pattern can match them in one way only. */
const partForms = (text: string, signs: EscapeSigns): string[] =>
  (text.match(/\\+|\r\n|[^]/gu) ?? []).map((part) => anyOf(encodings(part, signs)));

function encodings(part: string, signs: EscapeSigns): string[] {
  if (/^[A-Za-z0-9]$/.test(part)) return [part];
  const inPercent = signs.percent ? [percent(part)] : [];
  if (part.startsWith('\\')) {
    if (!signs.backslash) return inPercent;
    return [`\\\\{${part.length},${part.length * 8}}`, ...inPercent, `(?:\\\\{1,7}(?:x|u00)5[cC]){${part.length}}`];
  }
  const isLine = part === '\n' || part === '\r\n' || part === '\r';
  // Tabs and line breaks inside of a URL are ignored.
  const isLeftOut = isLine || part === '\t' ? [''] : [];
  const escaped = signs.backslash && /["'`/$]/.test(part) ? '(?:\\\\{3}){0,2}\\\\?' : '';
  const forms = [escaped + literal(part), ...inPercent];
  if (signs.backslash) forms.push(inJson(part));
  if (signs.ampersand) forms.push(entity(part));
  if (isLine) forms.push('\\r?\\n');
  if (isLine && signs.backslash) forms.push('(?:\\\\{1,7}r)?\\\\{1,7}n');
  if (isLine && signs.percent) forms.push('(?:%(?:25){0,2}0[dD])?%(?:25){0,2}0[aA]');
  if (part === '\t' && signs.backslash) forms.push('\\\\{1,7}t');
  if (part === ' ') forms.push('\\+');
  if (part === "'") forms.push(`${QUOTE}{5}`, `${QUOTE}{3}`);
  if (part === '%') forms.push('%%');
  if (signs.octal && /^[^\x21-\x7e]|-$/.test(part)) forms.push(inPrintf(part));
  return [...forms, ...isLeftOut];
}
/** A quote of a shell, which may be escaped. */
const QUOTE = `(?:\\\\{0,7}['"])`;
/** Invisible characters in the notation of printed commands (see core/programs/call/printed-command/quote-for-sh.ts). */
const inPrintf = (text: string): string => {
  const octal = [...Buffer.from(text)].map((byte) => `\\\\{1,7}0?${byte.toString(8).padStart(3, '0')}`).join('');
  return `(?:${QUOTE}{0,2}\\\\{0,7}\\$\\(printf ${QUOTE})?${octal}(?:${QUOTE}\\)${QUOTE}{1,2})?`;
};
const entityNames: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Matches nothing. */
const NEVER = '(?!)';
const anyOf = (forms: string[]): string => (forms.length <= 1 ? (forms[0] ?? NEVER) : `(?:${forms.join('|')})`);
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const hex = (digits: string): string => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%(?:25){0,2}${hex(byte.toString(16).padStart(2, '0'))}`).join('');
const inJson = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charAt(index))
    .map((unit) => {
      const code = unit.charCodeAt(0).toString(16);
      const shortEscape = code.length <= 2 ? `|x${hex(code.padStart(2, '0'))}` : '';
      return `\\\\{1,7}(?:u${hex(code.padStart(4, '0'))}${shortEscape})`;
    })
    .join('');
const entity = (text: string): string =>
  Array.from(text)
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      const name = entityNames[sign] ? `|${entityNames[sign]}` : '';
      return `&(?:amp;)?(?:#0?${code}|#[xX]0?${hex(code.toString(16))}${name});`;
    })
    .join('');

/** The hexadecimal and base64 characters of the secret's bytes, as UTF-8 and as Latin-1, which `btoa` uses. */
export function encodedTexts(secret: string): { inHex: string; inBase64: string[] }[] {
  if (secret.length < MIN_ENCODED) return [];
  const isLatin = /[\x80-\xff]/.test(secret) && /^[\x00-\xff]*$/.test(secret);
  const encodedForms = [Buffer.from(secret), ...(isLatin ? [Buffer.from(secret, 'latin1')] : [])];
  return encodedForms.map((bytes) => ({ inHex: bytes.toString('hex'), inBase64: base64Texts(bytes) }));
}

/** The base64 characters that depend on the secret alone, at each alignment within a longer text. */
function base64Texts(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const signs = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return signs.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}
const base64Form = (text: string): string =>
  text.replace(/[+/]/g, (sign) => (sign === '+' ? '(?:[+-]|%2[bB])' : '(?:[/_]|%2[fF]|\\\\/)'));
