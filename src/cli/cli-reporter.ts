/** The terminal's console: the same events that the interface shows, as text, while they happen. */
import { styleText } from 'node:util';
import { foldRuns, newRun, type RunState } from '../contract/fold-run.ts';
import type { RunEvent, RunEventOf, ScriptError } from '../contract/run-event.ts';

type Style = Parameters<typeof styleText>[0];

export function cliReporter(options: {
  stream: NodeJS.WriteStream;
  color?: boolean | undefined;
}): (event: RunEvent) => void {
  const { stream } = options;
  const colored = options.color ?? (stream.isTTY && !process.env['NO_COLOR']);
  const paint = (style: Style, text: string) => (colored ? styleText(style, text, { validateStream: false }) : text);
  /** @param mark stands in front of each line */
  const print = (text: string, indent = 2, mark = '') => {
    const start = ' '.repeat(indent) + mark;
    stream.write(
      `${text
        .replace(/\r?\n$/, '')
        .split('\n')
        .map((line) => start + line)
        .join('\n')}\n`,
    );
  };
  let state: RunState | undefined;
  const running = new Set<number>();
  const number = (callId: number) => paint('dim', `[${callId}] `);
  // Lines of programs that run side by side are told apart by the number of their call.
  const mark = (callId: number) => (running.size > 1 ? number(callId) : '');

  const showError = (error: ScriptError, indent: number) => {
    print(paint('red', `${error.name}: ${error.message}`), indent);
    if (error.line)
      print(paint('dim', `at line ${error.line}${error.column ? `, column ${error.column}` : ''}`), indent);
    if (error.frame) print(error.frame, indent);
  };
  const showFinished = (event: RunEventOf<'program.finished'>) => {
    const before = mark(event.callId);
    running.delete(event.callId);
    const how = event.signal ?? `exit code ${event.exitCode ?? 'none'}`;
    const words = `${event.failure ? '✗' : '✓'} ${how}, ${Math.round(event.durationMs)} ms`;
    print(paint(event.failure ? 'red' : 'dim', words), 4, before);
    if (event.failure) print(paint('red', event.failure.message), 4, before);
    if (event.failure?.remedy) print(paint('yellow', event.failure.remedy), 4, before);
  };

  return (event) => {
    // Entries need not be kept: only the counts are read at the end.
    state = { ...foldRuns(state ?? newRun(event.runId), [event]), entries: [] };
    switch (event.type) {
      case 'run.started':
        return print(paint('bold', `▸ ${event.scriptName}`), 0);
      case 'program.started':
        running.add(event.callId);
        // As it is, also where it has several lines: it may be copied from here.
        stream.write(`  ${number(event.callId)}${paint('cyan', '$')} ${event.command}\n`);
        return;
      case 'program.output': {
        const isError = event.stream === 'stderr';
        const text = isError ? paint('yellow', event.text.replace(/\r?\n$/, '')) : event.text;
        return print(text, 4, `${mark(event.callId)}${paint('dim', isError ? '!' : '|')} `);
      }
      case 'program.finished':
        return showFinished(event);
      case 'program.refused':
        print(paint('red', `✗ ${event.file}: ${event.failure.message}`));
        return event.failure.remedy ? print(paint('yellow', event.failure.remedy), 4) : undefined;
      case 'console': {
        const style: Style = event.level === 'error' ? 'red' : event.level === 'warn' ? 'yellow' : 'dim';
        const who = event.from === 'outrigger' ? 'hint' : event.level;
        const group = '  '.repeat(event.depth ?? 0);
        return print(`${paint(style, who.padEnd(5))} ${group}${event.text.replaceAll('\n', `\n      ${group}`)}`);
      }
      case 'request.started':
        return print(paint('bold', `→ ${event.path.join(' / ')}`));
      case 'request.answered': {
        const { method, url, status, statusText = '', size = 0, durationMs, failure } = event;
        if (event.skipped) return print(paint('yellow', '- skipped by its script'), 4);
        const end = failure ? paint('red', failure.message) : `${status ?? ''} ${statusText}`.trim();
        const more = failure ? '' : paint('dim', `, ${size} bytes, ${Math.round(durationMs)} ms`);
        print(`${paint('cyan', method)} ${url} ${end}${more}`, 4);
        return failure ? print(paint('yellow', failure.remedy), 4) : undefined;
      }
      case 'script.request': {
        const end = event.failure ? paint('red', event.failure) : paint('dim', `${event.status ?? ''}`);
        return print(`${paint('cyan', 'http ')} ${event.method} ${event.url} ${end}`);
      }
      case 'test': {
        const looks = { passed: ['green', '✓'], failed: ['red', '✗'], skipped: ['yellow', '-'] } as const;
        const [style, sign] = looks[event.state];
        print(`${paint(style, sign)} ${event.name}`);
        return event.error ? showError(event.error, 4) : undefined;
      }
      case 'script.error':
        return showError(event.error, 2);
      case 'run.finished':
        return print(summary(state, event.outcome), 0);
    }
  };

  function summary(run: RunState, outcome: RunEventOf<'run.finished'>['outcome']): string {
    const { passed, failed, skipped } = run.tests;
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
    const style: Style = outcome === 'passed' ? 'green' : 'red';
    return `${paint(style, outcome)} (${counts}) in ${Math.round(run.durationMs ?? 0)} ms`;
  }
}
