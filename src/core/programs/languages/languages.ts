/** The prefix table (docs/external-programs.md, "One example for each language"), from extension to interpreter. */
import { beanshell } from './beanshell.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import type { Language } from './language.ts';
import { lua } from './lua.ts';
import { perl } from './perl.ts';
import { php } from './php.ts';
import { powershell } from './powershell.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { shell } from './shell.ts';

export type { Language } from './language.ts';

/** The ten languages of the contract, in its order, followed by later ones. */
export const languages: readonly Language[] = [
  java,
  python,
  php,
  javascript,
  beanshell,
  go,
  shell,
  ruby,
  lua,
  rust,
  perl,
  powershell,
];

/** The language of a file by its extension, ignoring case; undefined for an unknown extension. */
export function languageOf(file: string): Language | undefined {
  const lower = file.toLowerCase();
  return languages.find((language) => lower.endsWith(language.extension));
}
