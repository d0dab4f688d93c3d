/** `npm test`: installs the packages, then runs the tests on the pinned Node, whichever Node runs this script. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { install, root, runTool } from './set-up.mjs';

// Beside the npm packages, because both wait for the network. The interpreters follow with the tests: their list needs
// the pinned Node.
spawn(process.execPath, [path.join(root, 'scripts/system-tools.mjs')], {
  stdio: ['ignore', 'inherit', 'inherit'],
}).unref();
install();
process.exitCode = runTool('node', ['scripts/run-tests.mjs', ...process.argv.slice(2)]);
