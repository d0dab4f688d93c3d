/** `npm test`: sets everything up, then runs the tests on the pinned Node, whichever Node runs this script. */
import { runTool, setUp } from './set-up.mjs';

setUp();
process.env.OUTRIGGER_IS_BUILT = 'true';
process.exitCode = runTool('node', ['scripts/run-tests.mjs', ...process.argv.slice(2)]);
