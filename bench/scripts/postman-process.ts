/**
 * A process with one sandbox of Postman's package that has run the scripts of the bench. The bench measures its memory
 * from outside.
 */
import { openPostman } from './other-sandboxes.ts';
import { fiveMegabytes, heavy, lines, tests, trivial } from './script-sources.ts';

const IN_A_ROW = 900;
const ROUNDS = 5;

const sandbox = await openPostman();
const body = fiveMegabytes();
for (let round = 0; round < IN_A_ROW; round++) await sandbox.run(trivial);
for (const source of [heavy, tests, lines]) {
  for (let round = 0; round < ROUNDS; round++) await sandbox.run(source, source === heavy ? body : undefined);
}
process.send?.('ready');
setInterval(() => undefined, 1000);
