import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import type { RunEventBody } from '../contract/run-event.ts';
import { cliReporter } from './cli-reporter.ts';

test('what follows a request that a script has run stands below the name of its own request again', async () => {
  const written: string[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const report = cliReporter({ stream: stream as unknown as NodeJS.WriteStream, color: false });
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
