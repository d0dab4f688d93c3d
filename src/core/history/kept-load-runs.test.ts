import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { LoadReport } from '../../contract/load/load.ts';
import { MAX_LOAD_RUNS, openKeptLoadRuns, schemaOfLoadRuns, type KeptLoadRuns } from './kept-load-runs.ts';

let database: DatabaseSync;
let runs: KeptLoadRuns;
const figures = { requests: 7, failures: 1, minMs: 1, maxMs: 9, averageMs: 5, percentilesMs: [], averageBytes: 2 };
const total = { name: 'All requests', method: '', ...figures, requestsPerSecond: 3.5, failuresPerSecond: 0.5 };
const report = (name: string): LoadReport => ({
  version: 1,
  name,
  environment: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 2000,
  model: { kind: 'users', users: 2, usersPerSecond: 1, thinkMs: 0 },
  outcome: 'passed',
  iterations: 7,
  total,
  rows: [total],
  failures: [],
  seconds: [],
  arrivals: null,
  expectations: [],
  warnings: [],
});
const size = JSON.stringify(report('a')).length;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(schemaOfLoadRuns);
  runs = openKeptLoadRuns(database);
});

test('the newest is first, with its report', () => {
  const ids = ['a', 'b'].map((name) => runs.add(report(name)));
  expect(runs.list().map(({ id, name }) => [id, name])).toEqual([
    [ids[1], 'b'],
    [ids[0], 'a'],
  ]);
  expect(runs.list()[0]).toMatchObject({ outcome: 'passed', requests: 7, failures: 1, requestsPerSecond: 3.5 });
  expect(runs.get(ids[0] ?? 0)).toEqual(report('a'));
});

test('number and size of the stored runs are limited: the oldest is removed, and the newest stays', () => {
  for (let n = 0; n < MAX_LOAD_RUNS + 3; n += 1) runs.add(report(`run ${n}`));
  expect(runs.list()).toHaveLength(MAX_LOAD_RUNS);
  expect(runs.list().at(-1)?.name).toBe('run 3');

  const small = openKeptLoadRuns(database, 3 * size);
  small.add(report('a'));
  expect(small.list().map(({ name }) => name)).toHaveLength(2);
  const emptyStore = openKeptLoadRuns(database, 1);
  emptyStore.add(report('larger than there is room'));
  expect(emptyStore.list().map(({ name }) => name)).toEqual(['larger than there is room']);
});

test('a deleted run can be restored until the file is closed', () => {
  const [first = 0, second = 0] = ['a', 'b'].map((name) => runs.add(report(name)));
  runs.remove(first);
  runs.remove(second);
  expect(runs.list()).toEqual([]);
  runs.restore(first);
  expect(runs.list().map(({ name }) => name)).toEqual(['a']);
  runs.emptyTrash();
  expect(() => runs.get(second)).toThrow(expect.objectContaining({ code: 'FileNotFound' }));
  expect(runs.get(first).name).toBe('a');
});

test.each(['{', 'null', '{}', '{"name":1}'])('a damaged row (%s) does not break the list', (text) => {
  const id = runs.add(report('good'));
  database.prepare('INSERT INTO load_runs (summary, report, size) VALUES (?, ?, 1)').run(text, text);
  expect(runs.list().map((run) => run.id)).toEqual([id]);
  expect(() => runs.get(id + 1)).toThrow(expect.objectContaining({ code: 'InvalidData' }));
});
