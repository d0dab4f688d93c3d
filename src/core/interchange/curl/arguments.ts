/** Parses the words of a cURL command into the options of its requests; `--next` begins another request. */
import { longOption, shortOption, type CurlOption } from './options.ts';
import type { ImportWarning } from '../imported/imported.ts';

/** The parsed options of one part of a command (up to `--next`). */
export interface CurlArguments {
  urls: string[];
  /** Options that become part of the request, in order; a flag has an empty value. */
  used: { name: string; value: string }[];
}

/**
 * @param words of the command, without `curl`. @param warnings receives the options that do not become part of a
 * request
 */
export function readArguments(words: readonly string[], warnings: ImportWarning[]): CurlArguments[] {
  let current: CurlArguments = { urls: [], used: [] };
  const parts = [current];
  const take = (option: CurlOption, written: string, value: string) => {
    if (option.name === 'next') {
      current = { urls: [], used: [] };
      parts.push(current);
    } else if (option.name === 'url') current.urls.push(value);
    else if (option.treatment === 'used') current.used.push({ name: option.name, value });
    else if (option.treatment !== 'ignored') {
      const optionText = option.takesValue ? `${written} ${value}` : written;
      warnings.push({ where: 'curl', what: `${optionText}: ${option.treatment.omitted}` });
    }
  };
  const unknown = (written: string) =>
    warnings.push({ where: 'curl', what: `${written}: curl has no option of this name` });

  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-') || word === '-') {
      current.urls.push(word);
      continue;
    }
    if (word === '--') {
      current.urls.push(...words.slice(index + 1));
      break;
    }
    if (word.startsWith('--')) {
      // curl does not accept `--name=value`, but people write it.
      const [, name = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
      const option = longOption(name);
      if (!option) unknown(`--${name}`);
      else take(option, `--${name}`, option.takesValue ? (value ?? words[++index] ?? '') : '');
      continue;
    }
    // Short options may be combined, the last with its value: -sSLXPOST.
    for (let letter = 1; letter < word.length; letter += 1) {
      const written = `-${word[letter]}`;
      const option = shortOption(word[letter] ?? '');
      if (!option) unknown(written);
      else if (option.takesValue) {
        take(option, written, word.slice(letter + 1) || (words[++index] ?? ''));
        break;
      } else take(option, written, '');
    }
  }
  return parts;
}
