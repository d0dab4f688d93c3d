/**
 * Quotes words for POSIX shells (sh, dash, bash, zsh, busybox), so that a line can be pasted into any of them,
 * including interactive ones. Invisible characters are written with printf: a terminal would interpret a control
 * character that is pasted or printed, and a bidirectional control character would make the command look different from
 * the one that runs.
 */
import { INVISIBLE } from '../../../../contract/visible-text.ts';

/** Invisible characters, except the line feed and those that choose between two forms of the preceding character. */
const UNSEEN = new RegExp(`[${INVISIBLE.source}--[\\n\\ufe0e\\ufe0f]]+`, 'gv');

/**
 * Characters without a special meaning inside of a word in any shell; at its beginning, `=` has one in zsh and `%` in
 * bash.
 */
const PLAIN = /^[\w@+:,./-][\w@%+=:,./-]*$/;

export function quoteForSh(word: string): string {
  const text = word.toWellFormed();
  if (PLAIN.test(text) && !/^\w+\+?=/.test(text)) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    if (index > end) pieces.push(singleQuoted(text.slice(end, index)));
    pieces.push(`"$(printf '${octal(unseen)}')"`);
    end = index + unseen.length;
  }
  if (end < text.length || pieces.length === 0) pieces.push(singleQuoted(text.slice(end)));
  return pieces.join('');
}

const singleQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The same command without line breaks, for places where each line of text has a meaning: a line of an argument could
 * look like a message of the application.
 * @param command as `quoteForSh` quotes it: its line breaks are within single quotes
 */
export function onOneLine(command: string): string {
  return command.replace(/(\n+)('\\''|[^'])?/gu, (_, breaks: string, next: string | undefined) => {
    // The shell removes line breaks at the end of what printf prints, so the next character is printed with them.
    if (next !== undefined) return `'"$(printf '${octal(breaks + (next.startsWith("'") ? "'" : next))}')"'`;
    return `'$'${'\\n'.repeat(breaks.length)}''`;
  });
}

/** A printf format that prints a text: one line, without a leading `-`, which some shells take for an option. */
export function printfFormat(text: string): string {
  const format = text
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll('\n', '\\n')
    .replace(UNSEEN, octal)
    .replace(/^-/, '\\055');
  return singleQuoted(format);
}

function octal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** Names that a shell takes for built-in commands or keywords. */
const SHELL_WORDS = new Set(
  (
    '! . : [ [[ { } alias autoload bg bind bindkey break builtin bye caller case cd chdir clone command compgen ' +
    'complete compopt continue coproc declare dirs disable disown do done echo echotc echoti elif else emulate enable ' +
    'end esac eval exec exit export false fc fg fi float for foreach function functions getln getopts hash help ' +
    'history if in integer jobs kill let limit local log logout mapfile nocorrect noglob popd print printf pushd ' +
    'pushln pwd r read readarray readonly rehash repeat return sched select set setopt shift shopt source stat ' +
    'suspend test then time times trap true ttyctl type typeset ulimit umask unalias unfunction unhash unlimit unset ' +
    'unsetopt until vared wait whence where which while zcompile zformat zle zmodload zparseopts zstyle'
  ).split(' '),
);

export const isShellWord = (name: string): boolean => SHELL_WORDS.has(name);
