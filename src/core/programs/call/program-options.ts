/** The options object of a call (docs/external-programs.md, "Options"). */
import * as z from 'zod';
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import { nearestName } from '../../platform/nearest-name.ts';
import { checkParamTypes } from '../jar/param-types.ts';

const programOptions = z.object({
  command: z.string().min(1).optional(),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string().nullable()).optional(),
  windowsEncoding: z.string().optional(),
  className: z.string().optional(),
  method: z.string().optional(),
  paramTypes: z.array(z.string()).optional(),
  /** Calls the method in a warm JVM. */
  warm: z.boolean().optional(),
  /** Milliseconds; default: none. */
  timeout: z.number().positive().optional(),
  stdin: z.string().optional(),
  /** Bytes per stream. */
  maxOutput: z.number().int().positive().optional(),
});
export type ProgramOptions = z.output<typeof programOptions>;

const ignoredByExecute = ['command', 'cwd', 'env'] as const;

/** Unknown options that warnings name, and characters of each name: a script may give any number. */
const MAX_NAMED = 10;
const MAX_NAME = 100;

/**
 * Validates the options of one call.
 * @returns the options to use, and warnings for the user
 * @throws InvalidCall when a value has the wrong type, or className is used without method
 */
export function readProgramOptions(
  raw: Record<string, unknown>,
  via: 'execute' | 'executeAsync',
): { options: ProgramOptions; warnings: string[] } {
  const parsed = programOptions.safeParse(raw);
  if (!parsed.success) {
    const problems = describeProblems(parsed.error, (place) => `the option "${z.core.toDotPath(place)}"`);
    throw codedError('InvalidCall', `pm.${via}: ${problems}.`);
  }
  const options = parsed.data;
  const names = Object.keys(programOptions.shape);
  const warnings: string[] = [];
  const unknownNames = Object.keys(raw).filter((name) => !names.includes(name));
  for (const name of unknownNames.slice(0, MAX_NAMED)) {
    const suggestion = nearestName(name, names);
    warnings.push(
      `pm.${via} has no option "${name.slice(0, MAX_NAME)}"${suggestion ? `. Did you mean "${suggestion}"?` : `. It has ${names.join(', ')}.`}`,
    );
  }
  if (via === 'execute') {
    const ignored = ignoredByExecute.filter((name) => options[name] !== undefined);
    for (const name of ignored) delete options[name];
    if (ignored.length > 0) {
      warnings.push(`pm.execute ignores ${ignored.join(', ')}; await pm.executeAsync(...) uses them.`);
    }
  }
  if (options.warm && !options.className) warnings.push(`pm.${via}: the option "warm" is for a method of a jar only.`);
  const badName = Object.keys(options.env ?? {}).find((name) => name === '' || /[=\0]/.test(name));
  if (badName !== undefined) {
    throw codedError('InvalidCall', `pm.${via}: "${badName}" cannot be the name of an environment variable.`);
  }
  if (options.method && !options.className) {
    throw codedError('InvalidCall', `pm.${via}: the option "method" needs "className", the class that has the method.`);
  }
  if (options.paramTypes) checkParamTypes(options.paramTypes, via);
  if (options.className && !options.method) {
    throw codedError(
      'InvalidCall',
      `pm.${via}: the option "className" needs "method", the name of the method to call.`,
    );
  }
  return { options, warnings };
}
