/** Splits commands in the form of cmd.exe into words, as browsers write them by "Copy as cURL (cmd)". */

/** A line that ends with `^`, or an address in `^"`: neither occurs in commands of other shells. */
export const isCmd = (text: string): boolean => /\s\^[ \t]*\r?\n|^\s*curl(?:\.exe)?\s+\^"/.test(text);

export function splitCmdCommands(text: string): string[][] {
  return unescaped(text)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

/** The commands without the carets of cmd.exe: `^` escapes the next character, except in quotes of cmd.exe itself. */
function unescaped(text: string): string[] {
  const commands: string[] = [];
  let command = '';
  let inQuotes = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? '';
    if (sign === '"') inQuotes = !inQuotes;
    if (inQuotes || !/[\^&|<>\r\n]/.test(sign)) command += sign;
    else if (sign === '^') {
      const [lineEnd] = /^[ \t]*(?:\r\n|\n)/.exec(text.slice(index + 1, index + 20)) ?? [];
      index += lineEnd?.length ?? 1;
      // The character after an escaped line end is escaped, too: a second line end becomes a part of a value.
      if (lineEnd === undefined) command += text[index] ?? '';
      else if (/^\r?\n/.test(text.slice(index + 1, index + 3))) {
        command += '\n';
        index += text[index + 1] === '\r' ? 2 : 1;
      }
    } else if (/[\r\n]/.test(sign) && !/^\s*curl(?:\.exe)?\s/.test(text.slice(index, index + 200))) command += ' ';
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
  for (let index = 0; index < command.length; index += 1) {
    const sign = command[index] ?? '';
    const next = command[index + 1] ?? '';
    if (sign === '\\' && (next === '"' || (inQuotes && next === '\\'))) {
      word = (word ?? '') + next;
      index += 1;
    } else if (sign === '"' && inQuotes && next === '"') {
      word = `${word ?? ''}"`;
      index += 1;
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
