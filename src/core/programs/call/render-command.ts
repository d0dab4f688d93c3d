/**
 * The printed command: rendered from the same argv that is executed, so that pasting it into the user's shell,
 * in the printed working directory, makes the same call (external-programs-decisions, "printed command").
 */

export function renderCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | null>> = {},
  platform: NodeJS.Platform = process.platform,
): string {
  const quote = platform === 'win32' ? quoteForWindows : quoteForSh;
  const command = argv.map(quote).join(' ');
  const changes = Object.entries(env);
  if (changes.length === 0) return command;
  if (platform === 'win32')
    return [...changes.map(([name, value]) => `set "${name}=${value ?? ''}"`), command].join(' & ');
  const removed = changes.filter(([, value]) => value === null).map(([name]) => `-u ${quoteForSh(name)}`);
  const set = changes
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${quoteForSh(value ?? '')}`);
  return ['env', ...removed, ...set, command].join(' ');
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
