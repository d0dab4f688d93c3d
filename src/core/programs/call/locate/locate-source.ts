/** Chooses from the places that a program's error names the one that a person wants to see. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { ProgramFailure } from '../../../../contract/runs/run-event.ts';
import { resolveInside } from '../../../platform/files/paths.ts';
import type { SourcePlace } from '../../languages/language.ts';
import type { LocatedProgram } from './locate-program.ts';

/** Limit of places, because deep recursion repeats its frames. */
const MAX_PLACES = 100;

/**
 * The place nearest to the error whose file is in the programs directory; otherwise the nearest one in any file that
 * does not belong to the interpreter.
 */
export function locateSource(
  places: readonly SourcePlace[],
  { program, cwd }: { program: LocatedProgram; cwd: string },
): Pick<ProgramFailure, 'file' | 'line' | 'canOpen'> {
  for (const { file, line } of places.slice(0, MAX_PLACES)) {
    const sourceFile = line > 0 ? inDirectory(file, program, cwd) : undefined;
    if (sourceFile !== undefined) return { file: sourceFile, line, canOpen: true };
  }
  const other = places.find(({ file, line }) => line > 0 && !/^(node:|<)/.test(file));
  return other ? { file: other.file, line: other.line } : {};
}

function inDirectory(file: string, { directory, file: programFile }: LocatedProgram, cwd: string): string | undefined {
  // Lua truncates the beginning of a long path.
  if (file.startsWith('...') && programFile.endsWith(file.slice(3))) return relativePath(directory, programFile);
  for (const folder of [cwd, path.dirname(programFile)]) {
    try {
      const realFile = resolveInside(directory, path.resolve(folder, file));
      if (statSync(realFile, { throwIfNoEntry: false })?.isFile()) return relativePath(directory, realFile);
    } catch {
      // The file is outside of the programs directory.
    }
  }
  return undefined;
}

const relativePath = (directory: string, file: string) => path.relative(directory, file).split(path.sep).join('/');
