import { noMask } from '../platform/secrets/mask.ts';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { ReportRequest, RunReport } from '../../contract/runs/report.ts';
import { newReport, startedRequest } from '../../contract/runs/fold-report.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { MAX_RUNS, openKeptRuns, schemaOfRuns, type KeptRuns } from './kept-runs.ts';

let database: DatabaseSync;
let runs: KeptRuns;
const report = (name: string): RunReport => ({ ...newReport('Test'), name });

const requestOf = (index: number): ReportRequest => ({
  ...startedRequest({ id: 'a.yml', name: 'a', path: ['a'], iteration: 0 }, index),
  method: 'GET',
  status: 200,
  durationMs: 1,
});

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(schemaOfRuns);
  runs = openKeptRuns(database);
});

test('the newest is first, with its report', () => {
  const ids = ['a', 'b'].map((name) => runs.add('folder', report(name), noMask));
  expect(runs.list().map(({ id, name, folder }) => ({ id, name, folder }))).toEqual([
    { id: ids[1], name: 'b', folder: 'folder' },
    { id: ids[0], name: 'a', folder: 'folder' },
  ]);
  expect(runs.get(ids[0] ?? 0)).toEqual(report('a'));
});

test('the number of runs is limited: the oldest is removed', () => {
  const ids = Array.from({ length: MAX_RUNS + 3 }, (_, index) => runs.add('', report(`run ${index}`), noMask));
  expect(runs.list()).toHaveLength(MAX_RUNS);
  expect(runs.list().at(-1)?.name).toBe('run 3');
  expect(() => runs.get(ids[2] ?? 0)).toThrow(expect.objectContaining({ code: 'FileNotFound' }));
});

test('an unknown id, and a deleted run, are errors with an explanation', () => {
  const id = runs.add('', report('a'), noMask);
  runs.clear();
  for (const item of [id, 999, -1])
    expect(() => runs.get(item)).toThrow(expect.objectContaining({ code: 'FileNotFound' }));
  expect(runs.list()).toEqual([]);
});

test.each(['{', 'null', '{}', '{"name":1}'])('a damaged row (%s) does not break the list', (text) => {
  const id = runs.add('', report('good'), noMask);
  database.prepare('INSERT INTO runs (summary, report) VALUES (?, ?)').run(text, text);
  expect(runs.list().map((run) => run.id)).toEqual([id]);
  const { id: damaged } = database.prepare('SELECT max(id) AS id FROM runs').get() as { id: number };
  expect(() => runs.get(damaged)).toThrow(expect.objectContaining({ code: 'InvalidData' }));
});

test('exchanges that cannot be stored leave no transaction open: what is stored afterwards is on disk', () => {
  const file = path.join(temporaryFolder('runs'), 'history.sqlite');
  const onDisk = new DatabaseSync(file);
  onDisk.exec(schemaOfRuns);
  const kept = openKeptRuns(onDisk);
  const id = kept.add('', report('a'), noMask);
  const fail = () => {
    throw new Error('no longer in memory');
  };
  expect(() => kept.addExchanges(id, [requestOf(0)], fail)).toThrow('no longer');
  kept.add('', report('b'), noMask);
  onDisk.close();
  const again = new DatabaseSync(file);
  expect(
    openKeptRuns(again)
      .list()
      .map(({ name }) => name),
  ).toEqual(['b', 'a']);
  again.close();
});
