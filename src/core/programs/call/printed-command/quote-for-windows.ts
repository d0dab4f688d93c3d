/**
 * Quotes words for cmd.exe: the C runtime's quoting, then a caret before each character that is special to cmd itself.
 * In cmd no quoting holds a line break: the text behind it would be the next command. Line breaks and invisible
 * characters are therefore written as `\x0a`; a command with one is to be read, and makes another call when it is pasted.
 */
import { escapeOf, visibleText } from '../../../../contract/visible-text.ts';

export function quoteForWindows(word: string): string {
  if (/^[\w@+=:,.\\/-]+$/.test(word)) return word;
  return withCarets(
    `"${onOneLine(word)
      .replace(/(\\*)"/g, '$1$1\\"')
      .replace(/(\\+)$/, '$1$1')}"`,
  );
}

/** For the program: cmd ends its name at a blank, `=`, `,` or `;`, also behind a quote with a caret. */
export const quoteProgramForCmd = (name: string): string => onOneLine(name).replace(/[()[\]%!^"`<>&|;,= *?]/g, '^$&');

/** For words that cmd itself reads: `set` and `cd` take the text between the outer quotes literally. */
export const quoteForCmd = (text: string) => withCarets(`"${onOneLine(text)}"`);

const withCarets = (text: string) => text.replace(/[()%!^"<>&|]/g, '^$&');

/** A tab is escaped as well: at its prompt, cmd completes the name of a file with it. */
const onOneLine = (text: string): string => visibleText(text).replaceAll('\t', escapeOf);

/** Commands that are part of cmd itself, which it prefers to programs of the same name. */
const BUILT_IN = new Set(
  (
    'assoc break call cd chdir cls color copy date del dir dpath echo endlocal erase exit for ftype goto if keys md ' +
    'mkdir mklink move path pause popd prompt pushd rd rem ren rename rmdir set setlocal shift start time title type ' +
    'ver verify vol'
  ).split(' '),
);

/** Whether cmd runs a command of its own by this name. */
export const isCmdWord = (name: string): boolean => BUILT_IN.has(name.toLowerCase());
