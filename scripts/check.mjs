/** `npm run check`: types of each environment, arrows between the rooms, lint, formatting, size of the files. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const steps = [
  ['types: node', ['tsc', '-p', 'tsconfig.node.json']],
  ['types: page', ['tsc', '-p', 'tsconfig.web.json']],
  ['types: script realm', ['tsc', '-p', 'tsconfig.sandbox.json']],
  ['arrows between the rooms', ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src']],
  ['lint', ['eslint', '--max-warnings', '0', '.']],
  ['formatting', ['prettier', '--check', '--log-level', 'warn', '.']],
];

let failed = 0;
for (const [name, [command, ...args]] of steps) {
  const file = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? `${command}.cmd` : command);
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) failed += 1;
  process.stdout.write(`${status === 0 ? '✓' : '✗'} ${name}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;
