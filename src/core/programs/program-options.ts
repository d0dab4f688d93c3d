/** The options object of a call (external-programs, "Options object", and ours from the decisions page). */
import * as z from 'zod';
import { codedError } from '../../contract/errors.ts';

const programOptions = z.object({
  command: z.string().min(1).optional(),
  cwd: z.string().min(1).optional(),
  env: z.record(z.string(), z.string().nullable()).optional(),
  windowsEncoding: z.string().optional(),
  className: z.string().optional(),
  method: z.string().optional(),
  paramTypes: z.array(z.string()).optional(),
  /** Milliseconds, default none. */
  timeout: z.number().positive().optional(),
  stdin: z.string().optional(),
  /** Bytes per stream. */
  maxOutput: z.number().int().positive().optional(),
});
export type ProgramOptions = z.output<typeof programOptions>;

const known = Object.keys(programOptions.shape);
const ignoredByExecute = ['command', 'cwd', 'env'] as const;

/**
 * Checks the options of one call.
 * @returns the options that apply, and what to warn the user of
 * @throws InvalidCall when a value has the wrong type, or className stands without method
 */
export function readProgramOptions(
  raw: Record<string, unknown>,
  via: 'execute' | 'executeAsync',
): { options: ProgramOptions; warnings: string[] } {
  const parsed = programOptions.safeParse(raw);
  if (!parsed.success) {
    const text = parsed.error.issues.map((issue) => `option "${issue.path.join('.')}": ${issue.message}`).join('; ');
    throw codedError('InvalidCall', `pm.${via}: ${text}.`);
  }
  const options = parsed.data;
  const warnings: string[] = [];
  for (const name of Object.keys(raw)) {
    if (known.includes(name)) continue;
    const meant = nearest(name);
    warnings.push(`pm.${via} has no option "${name}"${meant ? `: ${meant}?` : `. It has ${known.join(', ')}.`}`);
  }
  if (via === 'execute') {
    const ignored = ignoredByExecute.filter((name) => options[name] !== undefined);
    for (const name of ignored) delete options[name];
    if (ignored.length > 0) {
      warnings.push(`pm.execute ignores ${ignored.join(', ')}; await pm.executeAsync(...) uses them.`);
    }
  }
  if (options.className && !options.method) {
    throw codedError(
      'InvalidCall',
      `pm.${via}: the option "className" needs "method", the name of the method to call.`,
    );
  }
  return { options, warnings };
}

/** The known name that differs least: letter case, or up to two letters. */
function nearest(name: string): string | undefined {
  const scored = known.map((candidate) => ({ candidate, far: distance(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = scored.sort((a, b) => a.far - b.far)[0];
  return best && best.far <= 2 ? best.candidate : undefined;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
