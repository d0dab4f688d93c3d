/**
 * `npm run check`: types of each environment, imports between the folders, lint, formatting and the figures of the
 * code.
 */
import { availableParallelism } from 'node:os';
import { startTool } from './set-up.mjs';

/** The longest step first: the others run beside it. */
const steps = [
  ['lint', 'oxlint', '.'],
  ['types: node', 'tsc', '-p', 'tsconfig.node.json'],
  ['types: page', 'tsc', '-p', 'tsconfig.web.json'],
  ['types: tests of the page over the core', 'tsc', '-p', 'tsconfig.page-tests.json'],
  ['types: script realm', 'tsc', '-p', 'tsconfig.sandbox.json'],
  ['imports between the rooms', 'depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src'],
  ['formatting', 'oxfmt', '--check', '.'],
  ['figures of the code', 'node', 'scripts/figures.mjs'],
];

/** Runs all steps and prints the output of each; returns those that failed. */
export async function runChecks() {
  const failed = [];
  const waiting = [...steps];
  async function runSteps() {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [name, command, ...args] = step;
      const { code, output } = await startTool(command, args);
      if (code !== 0) failed.push({ name, output });
      // The output of a step is printed as a whole, so that it does not mix with that of the step beside it.
      process.stdout.write(`${output}${code === 0 ? '✓' : '✗'} ${name}\n`);
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runSteps));
  return failed;
}

if (import.meta.main) process.exitCode = (await runChecks()).length > 0 ? 1 : 0;
