/** Prints the external programs of a run: their start, output and end. */
import { isStop } from '../../contract/errors.ts';
import type { ProgramFailure } from '../../contract/runs/run-event.ts';
import { visibleLines, visibleText } from '../../contract/visible-text.ts';
import type { EventPrinters, TerminalPrinter } from './terminal-printer.ts';
import { onOneLine } from '../../core/programs/call/printed-command/quote-for-sh.ts';

const passedLook = ['dim', '✓'] as const;
/** What was stopped has not failed. */
const lookOf = (failure: ProgramFailure) => (isStop(failure) ? (['dim', '-'] as const) : (['red', '✗'] as const));

export function createProgramEvents({ paint, print }: TerminalPrinter): EventPrinters {
  const runningCalls = new Set<number>();
  const number = (callId: number) => paint('dim', `[${callId}] `);
  // The output of concurrent programs is distinguished by the number of the call.
  const mark = (callId: number) => (runningCalls.size > 1 ? number(callId) : '');
  return {
    'program.started'(event) {
      runningCalls.add(event.callId);
      print(`${number(event.callId)}${paint('cyan', '$')} ${visibleText(onOneLine(event.command))}`);
    },
    'program.output'(event) {
      const text = visibleLines(event.text).replace(/\n$/, '');
      const isError = event.stream === 'stderr';
      const sign = paint('dim', isError ? '!' : '|');
      print(isError ? paint('yellow', text) : text, 4, `${mark(event.callId)}${sign} `);
    },
    'program.finished'({ callId, signal, exitCode, durationMs, failure }) {
      const before = mark(callId);
      runningCalls.delete(callId);
      const ending = signal === null ? `exit code ${exitCode ?? 'none'}` : visibleText(signal);
      const [style, sign] = failure ? lookOf(failure) : passedLook;
      print(paint(style, `${sign} ${ending}, ${Math.round(durationMs)} ms`), 4, before);
      if (failure) print(paint(style, visibleLines(failure.message)), 4, before);
      if (failure?.remedy) print(paint('yellow', visibleLines(failure.remedy)), 4, before);
    },
    'program.refused'({ file, failure }) {
      const [style, sign] = lookOf(failure);
      print(paint(style, visibleLines(`${sign} ${isStop(failure) ? '' : `${file}: `}${failure.message}`)));
      if (failure.remedy) print(paint('yellow', visibleLines(failure.remedy)), 4);
    },
  };
}
