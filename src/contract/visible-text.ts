/**
 * Text that somebody else wrote (a script, a file, a server, a program), made safe to read: what a terminal obeys or
 * a reader cannot see is written as an escape, so that a text can neither draw over the screen nor hide a part of itself.
 */

/** Controls, format characters (bidirectional ones too), line separators, lone surrogates, and all that has no width. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;
/** A joiner between two pictures makes one picture of them, and hides nothing. */
const IN_PICTURE = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;
/** They choose between the coloured and the plain form of the character before them. */
const isVariation = (sign: string): boolean => sign === '\ufe0e' || sign === '\ufe0f';

/**
 * `\x1b` for controls, `\u{202e}` for the others; a tab stays.
 * @param options.lines whether line ends stay; without it, the result is one line
 */
export function visibleText(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const source = lines ? text.replaceAll('\r\n', '\n') : text;
  const pictures = source.includes('\u200d') ? joinersIn(source) : undefined;
  return source.replace(UNSEEN, (sign, at: number) => {
    if (sign === '\t' || (lines && sign === '\n') || isVariation(sign) || pictures?.has(at)) return sign;
    return escapeOf(sign);
  });
}

function joinersIn(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(IN_PICTURE)].map(({ index }) => index));
}

/** As `visibleText` writes one. */
export function escapeOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`;
}

/** The JSON of a value, where the same characters are JSON's own escapes: a reader of JSON gets the same value. */
export function visibleJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent).replace(UNSEEN, (sign) =>
    // Line ends are JSON.stringify's own: those of a text are escaped by it already.
    sign === '\n' ? sign : sign.replace(/[^]/g, jsonEscape),
  );
  return breakCiCommands(json, jsonEscape);
}

const jsonEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * GitHub obeys a line whose first word begins with `::` (colours may stand before it); Azure, GitHub and TeamCity obey
 * `##vso[`, `##[` and `##teamcity[` wherever they stand.
 */
const CI_COMMAND = /^((?:\s|\x1b\[[\d;]*m)*):(?=:)|#(?=#[\w-]*\[)/gm;

/** A text in whose lines CI systems find no command. @param escape writes the first sign of one, `:` or `#` */
export function breakCiCommands(text: string, escape: (sign: string) => string): string {
  return text.replace(CI_COMMAND, (sign, before: string | undefined) =>
    sign === '#' ? escape('#') : `${before ?? ''}${escape(':')}`,
  );
}
