/** Output of a script, a file, a server or a program cannot control the terminal or a CI system. */
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import { cliReporter } from './cli-reporter.ts';

const EVIL = '\x1b[2J\x9b1;1H\u202eevil\r';
const VISIBLE = String.raw`\x1b[2J\x9b1;1H\u{202e}evil\x0d`;
const failure = { code: 'ProgramFailed', message: EVIL, remedy: EVIL } as const;
const error = { name: EVIL, message: EVIL, frame: EVIL };

function printed(events: RunEventBody[], color = false): string {
  let text = '';
  const report = cliReporter({ stream: { write: (chunk) => (text += chunk) }, color });
  const place = { runId: 'r', at: '2026-01-01T00:00:00.000Z' };
  [{ type: 'run.started', scriptName: 's' } as const, ...events].forEach((event, seq) =>
    report({ ...place, seq, ...event }),
  );
  return text;
}

test.each<RunEventBody>([
  { type: 'run.started', scriptName: EVIL },
  { type: 'program.started', callId: 1, file: EVIL, command: EVIL, cwd: EVIL, via: 'execute' },
  { type: 'program.output', callId: 1, stream: 'stdout', text: EVIL },
  { type: 'program.output', callId: 1, stream: 'stderr', text: EVIL },
  { type: 'program.finished', callId: 1, exitCode: 1, signal: null, durationMs: 1, failure },
  // Results of a run on other machines come from whoever can write to its queue.
  { type: 'program.finished', callId: 1, exitCode: null, signal: EVIL, durationMs: 1 },
  { type: 'program.refused', file: EVIL, failure },
  { type: 'console', level: 'log', text: EVIL, from: 'script' },
  { type: 'request.started', id: EVIL, name: EVIL, path: [EVIL], iteration: 0 },
  { type: 'request.answered', name: EVIL, method: EVIL, url: EVIL, statusText: EVIL, redirects: 0, durationMs: 1 },
  { type: 'request.answered', name: EVIL, method: EVIL, url: EVIL, redirects: 0, durationMs: 1, failure },
  { type: 'script.request', method: EVIL, url: EVIL, failure: EVIL, durationMs: 1 },
  { type: 'test', name: EVIL, state: 'failed', error },
  { type: 'script.error', error },
])('$type: control characters are shown as text, not executed', (event) => {
  const text = printed([event]);
  expect(text).toContain(VISIBLE);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('the name of a request that continues is shown as text, not executed', () => {
  const begin = { type: 'request.started', id: 'a', iteration: 0 } as const;
  let text = '';
  const report = cliReporter({ stream: { write: (chunk) => (text += chunk) }, color: false });
  const place = { runId: 'r', at: '2026-01-01T00:00:00.000Z' };
  report({ ...place, ...begin, seq: 0, request: 0, name: EVIL, path: [EVIL] });
  report({ ...place, ...begin, seq: 1, request: 1, name: 'b', path: ['b'], caller: 0 });
  report({ ...place, type: 'test', seq: 2, request: 0, name: 'of a', state: 'passed' });
  expect(text).toContain(`→ ${VISIBLE} (continued)`);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each(['::error::x', '##vso[task.complete result=Succeeded;]', "##teamcity[testFailed name='x']"])(
  'no line is the CI command %s',
  (command) => {
    const text = printed(
      [
        { type: 'test', name: command, state: 'passed' },
        { type: 'console', level: 'log', text: `a\n${command}`, from: 'script' },
        { type: 'program.output', callId: 1, stream: 'stdout', text: `${command}\n  ${command}\r${command}\n` },
        { type: 'program.output', callId: 1, stream: 'stderr', text: command },
      ],
      true,
    );
    const lines = text.replace(/\x1b\[\d+m/g, '').split('\n');
    expect(lines.filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
    expect(text).not.toMatch(/##\w*\[/);
    expect(text).toContain(command.slice(2));
  },
);

test('a name with a line break is printed on one line; a logged text keeps its lines', () => {
  const text = printed([
    { type: 'test', name: 'a\n✓ b', state: 'failed' },
    { type: 'console', level: 'log', text: 'one\ntwo', from: 'script' },
  ]);
  expect(text).toContain('✗ a\\x0a✓ b\n');
  expect(text).toContain('log   one\n        two\n');
});

test('of a very long address the beginning is printed', () => {
  const url = `http://x/?q=${'y'.repeat(1_000_000)}`;
  const answered = { name: 'a', method: 'GET', url, status: 200, redirects: 0, durationMs: 1 } as const;
  const text = printed([
    { type: 'request.answered', ...answered },
    { type: 'script.request', method: 'GET', url, status: 200, durationMs: 1 },
  ]);
  expect(text.length).toBeLessThan(5000);
  expect(text.match(/http:\/\/x\/\?q=y{1988}… \(1000012 characters\) 200/g)).toHaveLength(2);
});

test('output that follows a request run by a script is printed below the name of its own request again', async () => {
  const written: string[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const report = cliReporter({ stream: stream, color: false });
  const events: [request: number, body: RunEventBody][] = [
    [0, { type: 'request.started', id: 'a.yml', name: 'a', path: ['Shop', 'a'], iteration: 0 }],
    [1, { type: 'request.started', id: 'b.yml', name: 'b', path: ['Shop', 'b'], iteration: 0, caller: 0 }],
    [1, { type: 'test', name: 'of b', state: 'passed' }],
    [0, { type: 'test', name: 'of a', state: 'passed' }],
  ];
  events.forEach(([request, body], seq) =>
    report({ ...body, request, runId: 'r', seq, at: '2026-01-01T00:00:00.000Z' }),
  );
  stream.end();
  await finished(stream);
  const lines = written.join('').trimEnd().split('\n');
  expect(lines.map((line) => line.trim())).toEqual([
    '→ Shop / a',
    '→ Shop / b',
    '✓ of b',
    '→ Shop / a (continued)',
    '✓ of a',
  ]);
});

/** The output for these events, without the line of the run itself. */
const ofPrograms = (events: RunEventBody[]): string => printed(events).slice(printed([]).length);
const started = (callId: number, command: string): RunEventBody => {
  return { type: 'program.started', callId, file: 'a.sh', command, cwd: '/p', via: 'executeAsync' };
};
const output = (callId: number, stream: 'stdout' | 'stderr', line: string): RunEventBody => {
  return { type: 'program.output', callId, stream, text: line };
};
const endedEvent = (callId: number, failure?: { message: string; remedy: string }): RunEventBody => ({
  type: 'program.finished',
  callId,
  exitCode: failure ? 1 : 0,
  signal: null,
  durationMs: 5,
  ...(failure ? { failure: { code: 'ProgramFailed', ...failure } } : {}),
});

test('what the person has stopped is printed as stopped, not as failed', () => {
  const failure = { code: 'Cancelled', message: 'a.sh was stopped.', remedy: 'Nothing to do.' } as const;
  const text = printed(
    [
      { type: 'program.refused', file: 'a.sh', failure },
      started(1, 'sh a.sh'),
      { type: 'program.finished', callId: 1, exitCode: null, signal: 'SIGTERM', durationMs: 5, failure },
      { type: 'request.answered', name: 'a', method: 'GET', url: 'http://x/', redirects: 0, durationMs: 1, failure },
    ],
    true,
  );
  expect(text).toContain('- a.sh was stopped.');
  expect(text).toContain('- SIGTERM, 5 ms');
  expect(text).not.toContain('✗');
  expect(text).not.toContain('\x1b[31m');
});

test('each line of concurrent programs has its number; stdout and stderr differ even without colours', () => {
  const events = [
    started(1, 'one'),
    output(1, 'stdout', 'alone\n'),
    started(2, 'two'),
    output(1, 'stdout', 'a\nb\n'),
    output(2, 'stderr', 'c\n\nd\n'),
    endedEvent(1, { message: 'Error: own\nsecond', remedy: '' }),
    output(2, 'stdout', 'e'),
    endedEvent(2),
  ];
  expect(ofPrograms(events).split('\n')).toEqual([
    '  [1] $ one',
    '    | alone',
    '  [2] $ two',
    '    [1] | a',
    '    [1] | b',
    '    [2] ! c',
    '    [2] ! ',
    '    [2] ! d',
    '    [1] ✗ exit code 1, 5 ms',
    '    [1] Error: own',
    '    [1] second',
    '    | e',
    '    ✓ exit code 0, 5 ms',
    '',
  ]);
});

test('line breaks inside a command do not start a new line, and the shell reads the same argument', () => {
  expect(ofPrograms([started(1, "sh a.sh 'two\nlines'")])).toBe(
    `  [1] $ sh a.sh 'two'"$(printf '\\012\\154')"'ines'\n`,
  );
});

test('a remedy has its own line, and is only printed if there is one', () => {
  const refused = {
    type: 'program.refused',
    file: 'a.py',
    failure: { code: 'NotAllowed', message: 'No.', remedy: '' },
  };
  expect(ofPrograms([refused as RunEventBody])).toBe('  ✗ a.py: No.\n');
});

test('the last line of a run without a passed test does not say that it has passed', () => {
  const finishedEvent: RunEventBody = { type: 'run.finished', outcome: 'passed', durationMs: 5 };
  const lastLine = (...events: RunEventBody[]) =>
    printed([...events, finishedEvent])
      .trimEnd()
      .split('\n')
      .at(-1);
  expect(lastLine()).toBe('finished (no tests) in 5 ms');
  expect(lastLine({ type: 'test', name: 't', state: 'skipped' })).toBe(
    'finished (0 passed, 0 failed, 1 skipped) in 5 ms',
  );
  expect(lastLine({ type: 'test', name: 't', state: 'passed' })).toBe('passed (1 passed, 0 failed) in 5 ms');
});
