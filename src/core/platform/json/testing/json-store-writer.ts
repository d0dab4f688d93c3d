/** A process for tests: adds entries to a store one by one, and prints the name of each durable entry. */
import * as z from 'zod';
import { openJsonStore } from '../json-store.ts';

const [file = '', name = '', count = ''] = process.argv.slice(2);
const schema = z.object({ entries: z.record(z.string(), z.object({ port: z.number() })).default({}) });
const store = await openJsonStore({
  file,
  schema: () => schema,
  initial: { entries: {} },
  onNotice: (text) => process.stderr.write(text),
});
for (let i = 0; i < Number(count); i += 1) {
  await store.update(({ entries }) => ({ entries: { ...entries, [`${name}-${i}`]: { port: i } } }));
  process.stdout.write(`${name}-${i}\n`);
}
