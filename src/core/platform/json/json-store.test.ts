import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { MAX_STORE_BYTES, openJsonStore } from './json-store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const schema = z.object({
  theme: z.enum(['light', 'dark']).default('light'),
  limit: z.number().default(7),
  entries: z.record(z.string(), z.object({ port: z.number() })).default({}),
});
type Content = z.output<typeof schema>;
const addEntry = (name: string) => (current: Content) => ({
  ...current,
  entries: { ...current.entries, [name]: { port: 1 } },
});
let file: string;
let notices: string[];
const open = () =>
  openJsonStore({ file, schema: () => schema, initial: schema.parse({}), onNotice: (text) => notices.push(text) });
const inFile = (): unknown => JSON.parse(readFileSync(file, 'utf8'));
const namesInFile = () => Object.keys(schema.parse(inFile()).entries).sort();

beforeEach(() => {
  file = path.join(temporaryFolder('json-store'), 'config', 'store.json');
  notices = [];
});

/** A separate process that adds `count` entries, and prints the name of each when its update has settled. */
function startWriter(name: string, count: number): ChildProcess & { added: string[] } {
  const program = path.join(inject('testPrograms'), 'json-store-writer.mjs');
  const child = spawn(process.execPath, [program, file, name, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const added: string[] = [];
  child.stdout?.setEncoding('utf8');
  child.stdout?.on('data', (text: string) => added.push(...text.split('\n').filter(Boolean)));
  return Object.assign(child, { added });
}

test(
  'updates of several processes, and of several stores of one process, are all stored',
  { timeout: 60_000 },
  async () => {
    const writers = ['a', 'b', 'c', 'd'].map((name) => startWriter(name, 50));
    const ended = writers.map((writer) => once(writer, 'close'));
    const stores = [await open(), await open()];
    await Promise.all(
      stores.flatMap((store, which) =>
        Array.from({ length: 25 }, (_, i) => store.update(addEntry(`own${which}-${i}`))),
      ),
    );
    expect((await Promise.all(ended)).map(([code]) => code as unknown)).toEqual([0, 0, 0, 0]);
    expect(namesInFile()).toHaveLength(4 * 50 + 2 * 25);
    expect(Object.keys((await stores[0]?.refresh())?.entries ?? {})).toHaveLength(250);
    expect(notices).toEqual([]);
  },
);

test('killed processes leave no partly written file, no lock and no temporary file', { timeout: 60_000 }, async () => {
  const added: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const writer = startWriter(`round${round}`, 100_000);
    const ended = once(writer, 'close');
    // At least one entry is durable, and the next ones are being written.
    await once(writer.stdout as NonNullable<typeof writer.stdout>, 'data');
    for (let i = 0; i < round; i += 1) await new Promise(setImmediate);
    writer.kill('SIGKILL');
    await ended;
    added.push(...writer.added);
    expect(namesInFile()).toEqual(expect.arrayContaining(writer.added));
  }
  const store = await open();
  await store.update(addEntry('last'));
  expect(namesInFile()).toEqual(expect.arrayContaining([...added, 'last']));
  expect(readdirSync(path.dirname(file)).sort()).toEqual(['store.json', 'store.json.lock']);
  expect(notices).toEqual([]);
});

test('get returns what was read; refresh reads what others have written since', async () => {
  const [first, second] = [await open(), await open()];
  await second.update(addEntry('new'));
  expect(first.get().entries).toEqual({});
  expect((await first.refresh()).entries).toEqual({ new: { port: 1 } });
  expect(first.get().entries).toEqual({ new: { port: 1 } });
});

test('an invalid field or entry alone gets its default, is reported, and stays in the file', async () => {
  const store = await open();
  await store.update(addEntry('good'));
  const newer = {
    theme: 'sepia',
    limit: 3,
    fromNewer: [1],
    entries: { bad: { port: 'x' }, good: { port: 2, tls: true } },
  };
  writeFileSync(file, JSON.stringify(newer));
  const reopenedStore = await open();
  expect(reopenedStore.get()).toEqual({ theme: 'light', limit: 3, entries: { good: { port: 2 } } });
  expect(notices.sort()).toEqual([
    expect.stringMatching(/"entries\.bad" is not understood\. It is not used/),
    expect.stringMatching(/"theme" is not understood\. "light" is used/),
  ]);
  await reopenedStore.update((current) => ({
    ...current,
    limit: 4,
    entries: { ...current.entries, good: { port: 5 } },
  }));
  expect(inFile()).toEqual({ ...newer, limit: 4, entries: { bad: { port: 'x' }, good: { port: 5, tls: true } } });
  await reopenedStore.update(({ entries: { good: _removed, ...entries }, ...current }) => ({ ...current, entries }));
  expect(inFile()).toMatchObject({ entries: { bad: { port: 'x' } }, fromNewer: [1] });
});

test('an unchanged default is not written', async () => {
  const store = await open();
  await store.update((current) => ({ ...current, theme: 'dark' }));
  expect(inFile()).toEqual({ theme: 'dark' });
});

test('damaged and too large files are set aside and reported', async () => {
  await (await open()).update(addEntry('x'));
  const damage = [() => writeFileSync(file, '{ "theme": '), () => writeFileSync(file, '[]')];
  for (const make of [...damage, () => truncateSync(file, MAX_STORE_BYTES + 1)]) {
    make();
    notices = [];
    const store = await open();
    expect(store.get()).toEqual(schema.parse({}));
    expect(notices).toEqual([expect.stringMatching(/It was kept as store\.json\.damaged-/)]);
    await store.update(addEntry('y'));
    expect(namesInFile()).toEqual(['y']);
  }
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes('damaged'))).toHaveLength(3);
});

test('an update that throws, or that would exceed the limit, changes nothing; the next one works', async () => {
  const store = await open();
  await store.update(addEntry('x'));
  const refuse = store.update(() => {
    throw new Error('refused by the caller');
  });
  const grow = store.update(addEntry('y'.repeat(MAX_STORE_BYTES)));
  await expect(refuse).rejects.toThrow('refused by the caller');
  await expect(grow).rejects.toMatchObject({ code: 'WriteFailed' });
  expect(namesInFile()).toEqual(['x']);
  expect(Object.keys(store.get().entries)).toEqual(['x']);
  await store.update(addEntry('z'));
  expect(namesInFile()).toEqual(['x', 'z']);
});

test('a folder that cannot be written is an error with an explanation', async () => {
  const parent = path.dirname(path.dirname(file));
  writeFileSync(path.join(parent, 'config'), '');
  await expect((await open()).update(addEntry('x'))).rejects.toMatchObject({ code: 'WriteFailed' });
});

test.skipIf(process.platform === 'win32')('only the user reads the file, its folder and its lock', async () => {
  await (await open()).update(addEntry('x'));
  const modes = [path.dirname(file), file, `${file}.lock`].map((item) => (statSync(item).mode & 0o777).toString(8));
  expect(modes).toEqual(['700', '600', '600']);
});
