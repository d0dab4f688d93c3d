/** Describes the scope of a permission for a program. */
import type { TrustedProgram } from '../../contract/scripts/programs.ts';

export const trustWords: Record<TrustedProgram['scope'], string> = {
  content: 'until the file changes',
  file: 'this file, whatever it holds',
  directory: 'every program in it',
  'directory-content': 'every program in it, until a file of it changes',
  lock: 'the programs that it lists, until it changes',
};
