/**
 * Makes text of strangers (a script, a file, a server, a program) safe to read: control sequences and invisible
 * characters are escaped, so that a text can neither change the screen nor hide a part of itself.
 */

/**
 * Controls, format characters (including bidirectional ones), line separators, lone surrogates, and every character
 * without a width.
 */
export const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;
/** Most texts consist of visible characters of ASCII only, which is found out much faster. */
const VISIBLE_ASCII = /^[\x20-\x7e]*$/;
const VISIBLE_LINES = /^[\x20-\x7e\n]*$/;
/** A joiner between two pictographs combines them, and hides nothing. */
const IN_PICTURE = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;
/** Variation selectors choose between the coloured and the plain form of the preceding character. */
const isVariation = (sign: string): boolean => sign === '\ufe0e' || sign === '\ufe0f';

/**
 * Escapes controls as `\x1b` and other invisible characters as `\u{202e}`; tabs are kept.
 * @param options.lines keeps line ends; otherwise the result is one line
 */
export function visibleText(text: string, { lines = false }: { lines?: boolean } = {}): string {
  if (VISIBLE_ASCII.test(text)) return text;
  const source = lines ? text.replaceAll('\r\n', '\n') : text;
  const pictures = source.includes('\u200d') ? joinersIn(source) : undefined;
  return source.replace(INVISIBLE, (sign, offset: number) => {
    if (sign === '\t' || (lines && sign === '\n') || isVariation(sign) || pictures?.has(offset)) return sign;
    return escapeOf(sign);
  });
}

function joinersIn(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(IN_PICTURE)].map(({ index }) => index));
}

/** Like `visibleText`, for a text of several lines. */
export const visibleLines = (text: string): string => visibleText(text, { lines: true });

/** The text, or its beginning with an ellipsis where it has more than `max` characters. Nothing is escaped. */
export const shorten = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/**
 * The text on one line, or its beginning with an ellipsis where it has more than `max` characters. Escapes are longer than
 * what they replace, so they are counted too.
 */
export function visibleBeginning(text: string, max: number): string {
  return shorten(visibleText(text.slice(0, max + 1)), max);
}

/** The escape sequence of a character as in `visibleText`. */
export function escapeOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`;
}

/** The JSON of a value with the same characters escaped as JSON: a parser returns the same value. */
export function visibleJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  // These line ends are from JSON.stringify's indentation; those of a text are already escaped.
  const visible = VISIBLE_LINES.test(json)
    ? json
    : json.replace(INVISIBLE, (sign) => (sign === '\n' ? sign : sign.replace(/[^]/g, jsonEscape)));
  return breakCiCommands(visible, jsonEscape);
}

const jsonEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Commands of CI systems: GitHub executes a line whose first word begins with `::` (after optional colours); Azure,
 * GitHub and TeamCity execute `##vso[`, `##[` and `##teamcity[` anywhere.
 */
const CI_COMMAND = /^((?:\s|\x1b\[[\d;]*m)*):(?=:)|#(?=#[\w-]*\[)/gm;

/**
 * The text with the CI commands in its lines made ineffective. @param escape escapes the first character of a command,
 * `:` or `#`
 */
export function breakCiCommands(text: string, escape: (sign: string) => string): string {
  // Most texts have neither, which is found out much faster.
  if (!text.includes('::') && !text.includes('#')) return text;
  return text.replace(CI_COMMAND, (sign, before: string | undefined) =>
    sign === '#' ? escape('#') : `${before ?? ''}${escape(':')}`,
  );
}
