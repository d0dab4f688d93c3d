/**
 * The printed command: rendered from the same argv that is executed, so that pasting it into the user's shell,
 * in the printed working directory, makes the same call (external-programs-decisions, "printed command").
 */

export function renderCommand(argv: readonly string[], platform: NodeJS.Platform = process.platform): string {
  const quote = platform === 'win32' ? quoteForWindows : quoteForSh;
  return argv.map(quote).join(' ');
}

export function quoteForSh(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word) && !/^[\w]+=/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** For cmd.exe: the C runtime's quoting, then a caret before whatever cmd itself would act on. */
export function quoteForWindows(word: string): string {
  if (/^[\w@+=:,.\\/-]+$/.test(word)) return word;
  const quoted = `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  return quoted.replace(/[()%!^"<>&|]/g, '^$&');
}
