/**
 * A process with one sandbox of Postman's package that has run a script. The bench measures its memory from outside.
 */
import { openPostman } from './other-sandboxes.ts';

const sandbox = await openPostman();
await sandbox.run("pm.test('sum', () => { pm.expect(1 + 1).to.equal(2); });");
process.send?.('ready');
setInterval(() => undefined, 1000);
