import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openCurrentValues, type ScopeValues, type ValuesOwner } from './current-values.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let file: string;
const open = () => openCurrentValues(file, () => undefined);
const owner: ValuesOwner = { workspace: '/w', collection: '/w/shop', environment: 'Test' };
const nothing: ScopeValues = { globals: {}, collection: {}, environment: {} };
const inFile = {};

beforeEach(() => {
  file = path.join(temporaryFolder('values'), 'variables.json');
});

test('globals belong to the workspace, collection variables to the collection, the others to the environment', async () => {
  const values = await open();
  const after = { globals: { g: 1 }, collection: { c: 2 }, environment: { e: 3 } };
  await values.save(owner, { before: nothing, after, inFile });
  const reopened = await open();
  expect(await reopened.of(owner)).toEqual(after);
  expect(await reopened.of({ ...owner, collection: '/w/other' })).toEqual({ ...after, collection: {} });
  expect(await reopened.of({ ...owner, environment: 'Live' })).toEqual({ ...after, environment: {} });
  expect(await reopened.of({ ...owner, environment: undefined })).toEqual({ ...after, environment: {} });
  expect(await reopened.of({ ...owner, workspace: '/v' })).toEqual(nothing);
});

test("concurrent runs keep each other's values; a variable that a run unsets is removed", async () => {
  const [first, second] = [await open(), await open()];
  const run = (globals: ScopeValues['globals']) => ({ before: nothing, after: { ...nothing, globals }, inFile });
  await Promise.all([
    first.save(owner, run({ a: 1 })),
    second.save(owner, run({ b: 2 })),
    first.save(owner, run({ c: 3 })),
  ]);
  expect((await second.of(owner)).globals).toEqual({ a: 1, b: 2, c: 3 });
  await first.save(owner, { before: { ...nothing, globals: { a: 1, b: 2 } }, after: run({ b: 2 }).after, inFile });
  expect((await second.of(owner)).globals).toEqual({ b: 2, c: 3 });
});

test('a variable that is set to its value in the file is not stored', async () => {
  const values = await open();
  const set = (from: number, to: number) => ({
    before: { ...nothing, environment: { n: from } },
    after: { ...nothing, environment: { n: to } },
    inFile: { n: 1 },
  });
  await values.save(owner, set(1, 2));
  expect((await values.of(owner)).environment).toEqual({ n: 2 });
  await values.save(owner, set(2, 1));
  expect((await values.of(owner)).environment).toEqual({});
});

test('values follow a renamed environment, and are restored with a deleted one', async () => {
  const values = await open();
  await values.save(owner, { before: nothing, after: { ...nothing, environment: { e: 1 } }, inFile });
  const live = { ...owner, environment: 'Live' };
  await values.renameEnvironment('/w', 'Test', 'Live');
  expect([(await values.of(owner)).environment, (await values.of(live)).environment]).toEqual([{}, { e: 1 }]);
  await values.removeEnvironment('/w', 'Live', 'token');
  expect((await values.of(live)).environment).toEqual({});
  await values.restoreEnvironment('/w', 'token');
  expect((await values.of(live)).environment).toEqual({ e: 1 });
});

test('single values are set and reset in each scope, and the others stay', async () => {
  const values = await open();
  const after = { globals: { g: 1 }, collection: { c: 2 }, environment: { e: 3, f: 4 } };
  await values.save(owner, { before: nothing, after, inFile });
  await values.set(owner, 'environment', { e: undefined, h: 5 });
  await values.set(owner, 'collection', { c: 'x' });
  await values.set(owner, 'globals', { g: undefined });
  expect(await (await open()).of(owner)).toEqual({ globals: {}, collection: { c: 'x' }, environment: { f: 4, h: 5 } });
});
