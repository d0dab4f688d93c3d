/** `npm run check`: types of each environment, arrows between the rooms, lint, formatting, size of the files. */
import { runTool } from './set-up.mjs';

const steps = [
  ['types: node', ['tsc', '-p', 'tsconfig.node.json']],
  ['types: page', ['tsc', '-p', 'tsconfig.web.json']],
  ['types: tests of the page over the core', ['tsc', '-p', 'tsconfig.page-tests.json']],
  ['types: script realm', ['tsc', '-p', 'tsconfig.sandbox.json']],
  ['arrows between the rooms', ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src']],
  ['lint', ['eslint', '--max-warnings', '0', '.']],
  ['formatting', ['prettier', '--check', '--log-level', 'warn', '.']],
];

let failed = 0;
for (const [name, [command, ...args]] of steps) {
  const passed = runTool(command, args) === 0;
  if (!passed) failed += 1;
  process.stdout.write(`${passed ? '✓' : '✗'} ${name}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;
