/** Words for cmd.exe: the C runtime's quoting, then a caret before whatever cmd itself would act on. */

export function quoteForWindows(word: string): string {
  if (/^[\w@+=:,.\\/-]+$/.test(word)) return word;
  return withCarets(`"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`);
}

/** cmd itself reads these words: `set` and `cd` take everything between the outer quotes as it is. */
export const quoteForCmd = (text: string) => withCarets(`"${text}"`);

const withCarets = (text: string) => text.replace(/[()%!^"<>&|]/g, '^$&');
