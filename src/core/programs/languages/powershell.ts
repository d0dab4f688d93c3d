import type { Language, LanguageError } from './language.ts';

/** PowerShell 7: `Exception: <file>:<line>`, the underlined source, and the message after bars. */
const CONCISE = /^[\w.]+: (.+?):(\d+)$/;
/** Windows PowerShell 5: the message, followed by `At <file>:<line> char:<column>`. */
const NORMAL = /^At (.+?):(\d+) char:\d+$/;

function findError(lines: readonly string[]): LanguageError | undefined {
  const header = lines.findLastIndex((line) => CONCISE.test(line) || NORMAL.test(line));
  const text = lines[header] ?? '';
  const [, file, line] = CONCISE.exec(text) ?? NORMAL.exec(text) ?? [];
  if (!file) return undefined;
  const below = lines.slice(header + 1);
  const underline = below.findIndex((item) => /^\s*\|\s*~+\s*$/.test(item));
  const behindBars = below.slice(underline + 1).map((item) => /^\s*\| ?(.*)$/.exec(item)?.[1]);
  const end = behindBars.indexOf(undefined);
  const concise = behindBars
    .slice(0, end < 0 ? undefined : end)
    .join(' ')
    .trim();
  const message = NORMAL.test(text) ? (lines[header - 1] ?? '') : concise;
  return { message: message || text, places: [{ file, line: Number(line) }] };
}

export const powershell: Language = {
  name: 'PowerShell',
  extension: '.ps1',
  prefix: ['pwsh', '-File'],
  install: 'PowerShell 7 (learn.microsoft.com/powershell, or brew install powershell)',
  versionArguments: ['--version'],
  findError,
  printsWith: 'Write-Output',
  template: `$name, $number = $args
Write-Output "Hello $name, $([int]$number + 1)"
`,
  // Debian has no package of PowerShell.
  test: { packages: [], brew: 'powershell' },
};
