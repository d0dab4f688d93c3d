/** Describes the scope of a permission for a program. */
import type { TrustedProgram } from '../../contract/scripts/programs.ts';

const trustWords: Record<TrustedProgram['scope'], string> = {
  content: 'until the file changes',
  file: 'this file, whatever its content',
  directory: 'every program in it',
  'directory-content': 'every program in it, until one of its files changes',
  lock: 'the programs that it lists, until it changes',
};

/** How far a permission reaches, and whether it is still valid. */
export const trustText = ({ scope, changed }: Pick<TrustedProgram, 'scope' | 'changed'>): string =>
  `${trustWords[scope]}${changed ? ' (changed since, so that you are asked again)' : ''}`;
