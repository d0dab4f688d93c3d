/**
 * Shortens a built file that a process keeps in memory: V8 keeps its whole source, with two bytes for each character as
 * soon as one of them is not Latin-1. Comments are removed, but not those about licenses, and characters that are not
 * ASCII are escaped. Names and lines are left, for stack traces and debuggers.
 */
import { minifySync } from 'rolldown/utils';
import type { Plugin } from 'vite';

export function shortenSource(fileName: string, code: string, isModule: boolean): string {
  const result = minifySync(fileName, code, {
    module: isModule,
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: false, asciiOnly: true, legalComments: 'inline' },
  });
  if (result.errors.length > 0) throw new Error(`${fileName} could not be shortened: ${result.errors[0]?.message}`);
  const wide = /[^\0-\xff]/u.exec(result.code)?.[0];
  // What a tag of a template or a comment contains is not escaped.
  if (wide)
    throw new Error(`${fileName} contains "${wide}", which doubles its memory: write it as an escape sequence.`);
  return result.code;
}

/** Shortens the written files: what transforms single files before would undo it. */
export const shortSources: Plugin = {
  name: 'outrigger-short-sources',
  generateBundle(options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = shortenSource(file.fileName, file.code, options.format === 'es');
    }
  },
};
