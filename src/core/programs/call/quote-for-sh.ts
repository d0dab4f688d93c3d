/**
 * Words for POSIX shells (sh, dash, bash, zsh, busybox), so that a line can be pasted into any of them, also where it
 * is interactive. What cannot be seen is written with printf: a terminal would act on a control character that is
 * pasted or printed, and a mark of the writing direction would show another command than the one that runs.
 */

/** Control characters but the line feed, and characters that have no width or change the writing direction. */

const UNSEEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/g;

/** No shell gives these characters a meaning inside of a word; at its beginning `=` is one for zsh, `%` for bash. */
const PLAIN = /^[\w@+:,./-][\w@%+=:,./-]*$/;

export function quoteForSh(word: string): string {
  const text = word.toWellFormed();
  if (PLAIN.test(text) && !/^\w+\+?=/.test(text)) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    if (index > at) pieces.push(singleQuoted(text.slice(at, index)));
    pieces.push(`"$(printf '${octal(unseen)}')"`);
    at = index + unseen.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push(singleQuoted(text.slice(at)));
  return pieces.join('');
}

const singleQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The format of a printf that prints a text: one line, without a leading `-`, which some shells take for an option. */
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

/** Names that a shell takes for a command of its own instead of looking for a program. */
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
