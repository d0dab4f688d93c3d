import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { RunEventBody } from '../contract/run-event.ts';
import { cliReporter } from './cli-reporter.ts';

function printed(events: RunEventBody[]): Promise<string> {
  const stream = new PassThrough();
  const report = cliReporter({ stream: stream as unknown as NodeJS.WriteStream, color: false });
  events.forEach((event, seq) => report({ ...event, runId: 'r', seq, at: '2026-01-01T00:00:00.000Z' }));
  stream.end();
  return text(stream);
}
const started = (callId: number, command: string): RunEventBody => {
  return { type: 'program.started', callId, file: 'a.sh', command, cwd: '/p', via: 'executeAsync' };
};
const output = (callId: number, stream: 'stdout' | 'stderr', line: string): RunEventBody => {
  return { type: 'program.output', callId, stream, text: line };
};
const finished = (callId: number, failure?: { message: string; remedy: string }): RunEventBody => ({
  ...{ type: 'program.finished', callId, exitCode: failure ? 1 : 0, signal: null, durationMs: 5 },
  ...(failure ? { failure: { code: 'ProgramFailed', ...failure } } : {}),
});

test('each line of programs that run side by side carries its number; stdout and stderr differ without colour', async () => {
  const events = [
    ...[started(1, 'one'), output(1, 'stdout', 'alone\n'), started(2, 'two')],
    ...[output(1, 'stdout', 'a\nb\n'), output(2, 'stderr', 'c\n\nd\n')],
    ...[finished(1, { message: 'Error: own\nsecond', remedy: '' }), output(2, 'stdout', 'e'), finished(2)],
  ];
  expect((await printed(events)).split('\n')).toEqual([
    ...['  [1] $ one', '    | alone', '  [2] $ two', '    [1] | a', '    [1] | b'],
    ...[
      '    [2] ! c',
      '    [2] ! ',
      '    [2] ! d',
      '    [1] ✗ exit code 1, 5 ms',
      '    [1] Error: own',
      '    [1] second',
    ],
    ...['    | e', '    ✓ exit code 0, 5 ms', ''],
  ]);
});

test('a command of several lines is printed as it is', async () => {
  expect(await printed([started(1, "sh a.sh 'two\nlines'")])).toBe("  [1] $ sh a.sh 'two\nlines'\n");
});

test('a remedy has its own line, and only where there is one', async () => {
  const refused = {
    type: 'program.refused',
    file: 'a.py',
    failure: { code: 'NotAllowed', message: 'No.', remedy: '' },
  };
  expect(await printed([refused as RunEventBody])).toBe('  ✗ a.py: No.\n');
});
