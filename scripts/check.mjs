/**
 * `npm run check`: types of each environment, imports between the folders, lint, formatting and the figures of the
 * code.
 */
import { availableParallelism } from 'node:os';
import { startTool } from './set-up.mjs';

/**
 * How many threads a step has: each thread of a type checker resolves the types of the libraries again, so on few cores
 * two steps side by side, each with one thread, take half the processor time.
 */
const threads = Math.max(1, Math.floor(availableParallelism() / 4));
const types = (project) => ['tsc', '--checkers', `${threads}`, '-p', project];
/**
 * Read by the type checkers of `tsc` and `oxlint`, which are programs in Go. They end before their garbage would fill the
 * memory, so it is collected only above this limit: collecting it earlier is a fifth of the processor time.
 */
const variables = { GOMAXPROCS: `${threads}`, GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** The longest step first: the others run beside it. */
const steps = [
  ['lint', 'oxlint', '.'],
  ['types: node', ...types('tsconfig.node.json')],
  ['types: page', ...types('tsconfig.web.json')],
  ['types: tests of the page over the core', ...types('tsconfig.page-tests.json')],
  ['types: script realm', ...types('tsconfig.sandbox.json')],
  ['imports between the layers', 'depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src'],
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
      const { code, output } = await startTool(command, args, variables);
      if (code !== 0) failed.push({ name, output });
      // The output of a step is printed as a whole, so that it does not mix with that of the step beside it.
      process.stdout.write(`${output}${code === 0 ? '✓' : '✗'} ${name}\n`);
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runSteps));
  return failed;
}

if (import.meta.main) process.exitCode = (await runChecks()).length > 0 ? 1 : 0;
