/**
 * Quotes words for cmd.exe: the C runtime's quoting, then a caret before each character that is special to cmd itself.
 */

export function quoteForWindows(word: string): string {
  if (/^[\w@+=:,.\\/-]+$/.test(word)) return word;
  return withCarets(`"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`);
}

/** For words that cmd itself reads: `set` and `cd` take the text between the outer quotes literally. */
export const quoteForCmd = (text: string) => withCarets(`"${text}"`);

const withCarets = (text: string) => text.replace(/[()%!^"<>&|]/g, '^$&');
