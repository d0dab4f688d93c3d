/**
 * The time of a cold start, measured in a process of its own whose modules are loaded: from no sandbox at all to the
 * end of a first script. `node bench/scripts/cold-start.ts ours|postman`
 */
import { createBenchRunner } from '../bench-runner.ts';
import { loadPostman, openPostman } from './other-sandboxes.ts';

const trivial = "pm.test('sum', () => { pm.expect(1 + 1).to.equal(2); });";
loadPostman();
const startMs = performance.now();
if (process.argv[2] === 'ours') {
  const runner = createBenchRunner('.');
  await runner.run(trivial);
  process.send?.(performance.now() - startMs);
  await runner.close();
} else {
  const sandbox = await openPostman();
  await sandbox.run(trivial);
  process.send?.(performance.now() - startMs);
  sandbox.close();
}
process.disconnect();
