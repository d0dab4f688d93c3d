/** Splits the commands of a text into words as a shell does. */

/** A shell operator at the beginning of a word ends the command, such as a pipe into jq. */
const OPERATOR = /^(?:[|;&]|\d?>)/;

const escapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  E: '\u001B',
  f: '\f',
  v: '\v',
};

/** A variable of the shell, which documentation uses for credentials: `$TOKEN`, `${TOKEN}`. */
const SHELL_VARIABLE = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/;
const MAX_VARIABLE_NAME = 100;

/** @returns the variable at the beginning of the text, and how it is written as one of ours */
function readVariable(text: string): { written: string; name: string } | undefined {
  const [written, inBraces, plain] = SHELL_VARIABLE.exec(text.slice(0, MAX_VARIABLE_NAME)) ?? [];
  return written === undefined ? undefined : { written, name: inBraces ?? plain ?? '' };
}

/**
 * Supports quotes of both kinds, `$'…'`, escaped line ends (also with the backtick of PowerShell) and comments. Each line that
 * begins with `curl` begins a command; other line ends count as blanks, because copied commands often lack their
 * backslashes.
 * @param onVariable receives the name of each variable of the shell, which becomes one of ours: `{{TOKEN}}`
 */
export function splitCommands(text: string, onVariable: (name: string) => void = () => undefined): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let [word, inWord] = ['', false];
  let atLineStart = true;
  let skipping = false;
  const endWord = () => {
    if (inWord && !skipping) words.push(word);
    [word, inWord] = ['', false];
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    [words, skipping] = [[], false];
  };

  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? '';
    const ahead = text.slice(index, index + 12);
    if (atLineStart && /^[ \t]*(?:\$[ \t]+)?curl(?:\.exe)?\s/.test(text.slice(index, index + 200))) endCommand();
    atLineStart = false;
    if (!inWord && sign === '#') {
      while (index < text.length && text[index] !== '\n') index += 1;
      atLineStart = true;
      endWord();
    } else if (!inWord && OPERATOR.test(ahead)) {
      // The text after an operator belongs to the shell or another program, until the next line that begins with curl.
      endWord();
      skipping = true;
    } else if (sign === '\\' || /^`[ \t]*\r?\n/.test(ahead)) {
      const [lineEnd] = /^(?:\\|`[ \t]*)(\r\n|\n|\r)/.exec(ahead) ?? [];
      if (lineEnd) index += lineEnd.length - 1;
      else {
        word += text[index + 1] ?? '';
        inWord = true;
        index += 1;
      }
    } else if (/\s/.test(sign)) {
      endWord();
      atLineStart = sign === '\n';
    } else if (sign === "'" || sign === '"' || ahead.startsWith("$'")) {
      const quoted = readQuoted(text, sign === '$' ? index + 1 : index, { kind: sign, onVariable });
      word += quoted.text;
      inWord = true;
      index = quoted.end;
    } else {
      const variable = sign === '$' ? readVariable(text.slice(index, index + MAX_VARIABLE_NAME)) : undefined;
      if (variable) onVariable(variable.name);
      word += variable ? `{{${variable.name}}}` : sign;
      index += (variable?.written.length ?? 1) - 1;
      inWord = true;
    }
  }
  endCommand();
  return commands;
}

/**
 * @param start of the opening quote. @param options.kind `'`, `"` or `$`. @returns the text and the position of the
 * closing quote
 */
function readQuoted(
  text: string,
  start: number,
  { kind, onVariable }: { kind: string; onVariable: (name: string) => void },
): { text: string; end: number } {
  const quote = kind === '"' ? '"' : "'";
  let result = '';
  let index = start + 1;
  for (; index < text.length && text[index] !== quote; index += 1) {
    const sign = text[index] ?? '';
    const next = text[index + 1] ?? '';
    const variable =
      sign === '$' && kind === '"' ? readVariable(text.slice(index, index + MAX_VARIABLE_NAME)) : undefined;
    if (variable) {
      onVariable(variable.name);
      result += `{{${variable.name}}}`;
      index += variable.written.length - 1;
    } else if (sign !== '\\' || kind === "'") result += sign;
    else if (kind === '"') {
      if (/["\\$`]/.test(next)) result += next;
      else if (next !== '\n') result += sign + next;
      index += 1;
    } else {
      const [escape, value] = readEscape(text.slice(index, index + 10));
      result += value;
      index += escape.length - 1;
    }
  }
  return { text: result, end: index };
}

/** Reads an escape sequence of `$'…'` at the beginning of the text. */
function readEscape(text: string): [escape: string, value: string] {
  const [hex, digits] = /^\\(?:x([0-9a-f]{1,2})|u[0-9a-f]{1,4}|U[0-9a-f]{1,8})/i.exec(text) ?? [];
  if (hex) {
    const code = parseInt(digits ?? hex.slice(2), 16);
    return [hex, code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''];
  }
  const [octal] = /^\\[0-7]{1,3}/.exec(text) ?? [];
  if (octal) return [octal, String.fromCharCode(parseInt(octal.slice(1), 8))];
  const next = text[1] ?? '';
  return [`\\${next}`, escapes[next] ?? next];
}
