/** Splits commands in the form of cmd.exe into words, as browsers write them by "Copy as cURL (cmd)". */

/** A line that ends with `^`, or an address in `^"`: neither occurs in commands of other shells. */
export const isCmd = (text: string): boolean => /\s\^[ \t]*\r?\n|^\s*curl(?:\.exe)?\s+\^"/.test(text);

export function splitCmdCommands(text: string): string[][] {
  return unescaped(text)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

/** The commands without the carets of cmd.exe: `^` takes the next sign as it is, except in quotes of cmd.exe itself. */
function unescaped(text: string): string[] {
  const commands: string[] = [];
  let command = '';
  let inQuotes = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"') inQuotes = !inQuotes;
    if (inQuotes || !/[\^&|<>\r\n]/.test(sign)) command += sign;
    else if (sign === '^') {
      const [lineEnd] = /^[ \t]*(?:\r\n|\n)/.exec(text.slice(at + 1, at + 20)) ?? [];
      at += lineEnd?.length ?? 1;
      // After the end of a line, the sign that follows is taken as it is: a second line end becomes a part of a value.
      if (lineEnd === undefined) command += text[at] ?? '';
      else if (/^\r?\n/.test(text.slice(at + 1, at + 3))) {
        command += '\n';
        at += text[at + 1] === '\r' ? 2 : 1;
      }
    } else if (/[\r\n]/.test(sign) && !/^\s*curl(?:\.exe)?\s/.test(text.slice(at, at + 200))) command += ' ';
    else {
      commands.push(command);
      command = '';
    }
  }
  return [...commands, command];
}

/** Quotes as a program of Windows reads them; browsers write `\"` and `\\` in them. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let inQuotes = false;
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] ?? '';
    const next = command[at + 1] ?? '';
    if (sign === '\\' && (next === '"' || (inQuotes && next === '\\'))) {
      word = (word ?? '') + next;
      at += 1;
    } else if (sign === '"' && inQuotes && next === '"') {
      word = `${word ?? ''}"`;
      at += 1;
    } else if (sign === '"') {
      inQuotes = !inQuotes;
      word ??= '';
    } else if (/\s/.test(sign) && !inQuotes) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  return word === undefined ? words : [...words, word];
}
