/**
 * Completes the quoted texts of program calls: files of the programs directory, and in the options of a jar's call its
 * classes and methods.
 */
import type { JarMethod } from '../../contract/scripts/programs.ts';

export interface ProgramNames {
  files(): readonly { path: string; language: string | null }[];
  jarMethods(path: string): Promise<readonly JarMethod[]>;
}
export interface Suggestion {
  label: string;
  detail: string;
  insert: string;
}

const call = /pm\s*\.\s*execute(?:Async)?\s*\(\s*(['"`])/g;
const lastMatch = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].at(-1);

/** @param before the script up to the cursor */
export async function completeProgramCall(before: string, names: ProgramNames): Promise<Suggestion[]> {
  const callStart = lastMatch(call, before);
  if (!callStart) return [];
  const [start, quote = "'"] = callStart;
  const argumentText = before.slice(callStart.index + start.length);
  const end = argumentText.indexOf(quote);
  if (end < 0) {
    return argumentText.includes('\n')
      ? []
      : names.files().map(({ path, language }) => ({ label: path, detail: language ?? '', insert: path }));
  }
  const file = argumentText.slice(0, end);
  const option = /\b(className|method)\s*:\s*(['"`])[^'"`\n]*$/.exec(argumentText)?.[1];
  if (!option || !file.toLowerCase().endsWith('.jar')) return [];
  const methods = await names.jarMethods(file);
  if (option === 'className') {
    const classes = new Set(methods.map(({ className }) => className));
    return [...classes].map((name) => ({ label: name, detail: file, insert: name }));
  }
  const className = lastMatch(/className\s*:\s*['"`]([^'"`]+)['"`]/g, argumentText)?.[1];
  return methods
    .filter((method) => className === undefined || method.className === className)
    .map(({ method, paramTypes, returns }) => ({
      label: `${method}(${paramTypes.join(', ')})`,
      detail: returns,
      insert: method,
    }));
}
