/** The terminal's console: the same events that the interface shows, as text, while they happen. */
import { styleText } from 'node:util';
import { foldRuns, newRun, type RunState } from '../contract/fold-run.ts';
import type { RunEvent, RunEventOf, ScriptError } from '../contract/run-event.ts';
import { visibleText } from '../contract/visible-text.ts';
import { withoutCiCommands } from './terminal-text.ts';

type Style = Parameters<typeof styleText>[0];
/** Everything in an event was written by a script, a file, a server or a program. */
const lines = (text: string) => visibleText(text, { lines: true });
const line = (text: string) => visibleText(text);

export function cliReporter(options: {
  stream: { write(text: string): unknown; isTTY?: boolean };
  color?: boolean | undefined;
}): (event: RunEvent) => void {
  const { stream } = options;
  const colored = options.color ?? (stream.isTTY && !process.env['NO_COLOR']);
  const paint = (style: Style, text: string) => (colored ? styleText(style, text, { validateStream: false }) : text);
  /** @param mark stands in front of each line */
  const print = (text: string, indent = 2, mark = '') => {
    const start = ' '.repeat(indent) + mark;
    const indented = text.replace(/\n$/, '').replace(/^/gm, start);
    stream.write(`${withoutCiCommands(indented)}\n`);
  };
  let state: RunState | undefined;
  const running = new Set<number>();
  /** Names of requests by their number, and the one that was printed last. */
  const requests = new Map<number, string>();
  let shown: number | undefined;
  const number = (callId: number) => paint('dim', `[${callId}] `);
  // Lines of programs that run side by side are told apart by the number of their call.
  const mark = (callId: number) => (running.size > 1 ? number(callId) : '');

  const showError = (error: ScriptError, indent: number) => {
    print(paint('red', lines(`${error.name}: ${error.message}`)), indent);
    if (error.line)
      print(paint('dim', `at line ${error.line}${error.column ? `, column ${error.column}` : ''}`), indent);
    if (error.frame) print(lines(error.frame), indent);
  };
  const showFinished = (event: RunEventOf<'program.finished'>) => {
    const before = mark(event.callId);
    running.delete(event.callId);
    const how = event.signal ?? `exit code ${event.exitCode ?? 'none'}`;
    const words = `${event.failure ? '✗' : '✓'} ${how}, ${Math.round(event.durationMs)} ms`;
    print(paint(event.failure ? 'red' : 'dim', words), 4, before);
    if (event.failure) print(paint('red', lines(event.failure.message)), 4, before);
    if (event.failure?.remedy) print(paint('yellow', lines(event.failure.remedy)), 4, before);
  };

  return (event) => {
    // Entries need not be kept: only the counts are read at the end.
    state = { ...foldRuns(state ?? newRun(event.runId), [event]), entries: [] };
    if (event.type === 'request.started' && event.request !== undefined) {
      requests.set(event.request, event.path.join(' / '));
    } else if (event.request !== undefined && event.request !== shown) {
      // A request that a script has run stands inside of the one of that script.
      print(paint('bold', `→ ${requests.get(event.request) ?? ''} (continued)`));
    }
    shown = event.request;
    switch (event.type) {
      case 'run.started':
        return print(paint('bold', `▸ ${line(event.scriptName)}`), 0);
      case 'program.started':
        running.add(event.callId);
        return print(`${number(event.callId)}${paint('cyan', '$')} ${line(event.command)}`);
      case 'program.output': {
        const text = lines(event.text).replace(/\n$/, '');
        const isError = event.stream === 'stderr';
        const sign = paint('dim', isError ? '!' : '|');
        return print(isError ? paint('yellow', text) : text, 4, `${mark(event.callId)}${sign} `);
      }
      case 'program.finished':
        return showFinished(event);
      case 'program.refused':
        print(paint('red', lines(`✗ ${event.file}: ${event.failure.message}`)));
        return event.failure.remedy ? print(paint('yellow', lines(event.failure.remedy)), 4) : undefined;
      case 'console': {
        const style: Style = event.level === 'error' ? 'red' : event.level === 'warn' ? 'yellow' : 'dim';
        const who = event.from === 'outrigger' ? 'hint' : event.level;
        const group = '  '.repeat(event.depth ?? 0);
        return print(
          `${paint(style, who.padEnd(5))} ${group}${lines(event.text).replaceAll('\n', `\n      ${group}`)}`,
        );
      }
      case 'part.retried':
        return print(paint('yellow', `part ${event.part + 1} of ${event.parts}: again, attempt ${event.attempt}`), 0);
      case 'part.finished':
        return print(paint('dim', `part ${event.part + 1} of ${event.parts}: done by ${line(event.worker)}`), 0);
      case 'request.started':
        return print(paint('bold', `→ ${line(event.path.join(' / '))}`));
      case 'request.answered': {
        const { method, url, status, statusText = '', size = 0, durationMs, failure } = event;
        if (event.skipped) return print(paint('yellow', '- skipped by its script'), 4);
        const end = failure ? paint('red', lines(failure.message)) : `${status ?? ''} ${line(statusText)}`.trim();
        const more = failure ? '' : paint('dim', `, ${size} bytes, ${Math.round(durationMs)} ms`);
        print(`${paint('cyan', line(method))} ${line(url)} ${end}${more}`, 4);
        return failure ? print(paint('yellow', lines(failure.remedy)), 4) : undefined;
      }
      case 'script.request': {
        const end = event.failure ? paint('red', lines(event.failure)) : paint('dim', `${event.status ?? ''}`);
        return print(`${paint('cyan', 'http ')} ${line(event.method)} ${line(event.url)} ${end}`);
      }
      case 'test': {
        const looks = { passed: ['green', '✓'], failed: ['red', '✗'], skipped: ['yellow', '-'] } as const;
        const [style, sign] = looks[event.state];
        print(`${paint(style, sign)} ${line(event.name)}`);
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
