/** `npm test`: installs the packages, then runs the tests on the pinned Node, whichever Node runs this script. */
import { install, runTool } from './set-up.mjs';

install();
process.exitCode = runTool('node', ['scripts/run-tests.mjs', ...process.argv.slice(2)]);
