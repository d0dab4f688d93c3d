import { expect, test } from 'vitest';
import { foldRuns, newRun } from '../../contract/fold-run.ts';
import type { RunEvent, RunEventBody } from '../../contract/run-event.ts';
import { consoleRows, rowText } from './console-rows.ts';

let seq = 0;
const event = (request: number, body: RunEventBody): RunEvent => ({
  ...body,
  request,
  runId: 'r',
  seq: seq++,
  at: '2026-01-01T00:00:00.000Z',
});
const started = (request: number, name: string) =>
  event(request, { type: 'request.started', id: `${name}.yml`, name, path: ['Shop', name], iteration: 0 });
const passed = (request: number, name: string) => event(request, { type: 'test', name, state: 'passed' });

test('what follows a request that a script has run stands below the name of its own request again', () => {
  const run = foldRuns(newRun('r'), [
    started(0, 'a'),
    passed(0, 'a, before'),
    started(1, 'b'),
    passed(1, 'b'),
    passed(0, 'a, after'),
    passed(0, 'a, at last'),
  ]);
  expect(consoleRows([run], 'all', '').map(rowText).slice(1)).toEqual([
    '▸ Shop / a',
    'passed a, before',
    '▸ Shop / b',
    'passed b',
    '▸ Shop / a (continued)',
    'passed a, after',
    'passed a, at last',
  ]);
});
