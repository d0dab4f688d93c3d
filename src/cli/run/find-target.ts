/** Finds what `outrigger run` is to run. */
import type { Command } from 'commander';
import type { RunOptions } from './options/run-options.ts';

/**
 * The target that was named; without one, that of the run to attach to, where this computer has started it.
 * @throws CommanderError when there is neither; InvalidParams for a run that was not started here
 */
export async function findTarget(
  targetName: string | undefined,
  options: RunOptions,
  command: Command,
): Promise<{ target: string; options: RunOptions }> {
  if (targetName !== undefined) return { target: targetName, options };
  if (options.attach === undefined) return command.error("error: missing required argument 'target'");
  const { recallSubmittedRun } = await import('./workers/submitted-runs.ts');
  const { target, engine } = await recallSubmittedRun(options.attach);
  return { target, options: { engine, ...options } };
}
