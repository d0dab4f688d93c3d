/** The margin of a script editor: breakpoints, which follow the text, and the line of a stop. */
import type { monaco as Monaco } from '../monaco.ts';
import { createMarginPointer, lineRange, type MarginPointerOptions } from './margin-pointer.ts';
import { asCode } from '../variables/variable-references.ts';
import classes from './breakpoint-margin.module.css';

export interface MarginBreakpoint {
  id: string;
  line: number;
  appearance: 'plain' | 'condition' | 'log' | 'disabled' | 'problem';
  /** Shown while the pointer is on it. */
  hint: string;
}
export interface BreakpointMargin {
  showBreakpoints(breakpoints: readonly MarginBreakpoint[]): void;
  /** @param stopped.isInnermost false: the line of a function that has called another one */
  showStop(stopped: { line: number; isInnermost: boolean } | undefined): void;
  dispose(): void;
}
export interface BreakpointMarginOptions extends MarginPointerOptions {
  /** The lines of breakpoints after an edit that moved one of them, by their ids. */
  onMoved(lines: ReadonlyMap<string, number>): void;
}

type Decoration = Monaco.editor.IModelDeltaDecoration;

export function createBreakpointMargin(options: BreakpointMarginOptions): BreakpointMargin {
  const { monaco, editor, onMoved } = options;
  const { NeverGrowsWhenTypingAtEdges: stickiness } = monaco.editor.TrackedRangeStickiness;
  const marks = editor.createDecorationsCollection();
  const stop = editor.createDecorationsCollection();
  let shown: readonly MarginBreakpoint[] = [];
  let stoppedLine: number | undefined;
  /** The editor may show another script when the promise settles. */
  let isDisposed = false;

  const render = () => marks.set(shown.map((breakpoint) => breakpointDecoration(breakpoint, stickiness)));
  const pointer = createMarginPointer(options, (line) => shown.some((breakpoint) => breakpoint.line === line));
  const listening = editor.onDidChangeModelContent(({ isFlush }) => {
    // `setValue` has replaced the whole text.
    if (isFlush) return render();
    const lines = new Map(
      shown.map(({ id, line }, index) => [id, marks.getRange(index)?.startLineNumber ?? line] as const),
    );
    if (shown.some(({ id, line }) => lines.get(id) !== line)) onMoved(lines);
  });
  const revealStop = () => {
    if (stoppedLine !== undefined) editor.revealLineInCenterIfOutsideViewport(stoppedLine);
  };
  // The debugger opens below the editor after the script has stopped, and takes half of its height.
  const resizing = editor.onDidLayoutChange(revealStop);
  return {
    showBreakpoints(breakpoints) {
      if (isDisposed) return;
      shown = breakpoints;
      render();
      pointer.clear();
    },
    showStop(stopped) {
      if (isDisposed) return;
      stop.set(stopped ? [stopDecoration(stopped)] : []);
      stoppedLine = stopped?.line;
      revealStop();
    },
    dispose() {
      isDisposed = true;
      listening.dispose();
      resizing.dispose();
      pointer.dispose();
      marks.clear();
      stop.clear();
    },
  };
}

function breakpointDecoration(
  { line, appearance, hint }: MarginBreakpoint,
  stickiness: Monaco.editor.TrackedRangeStickiness,
): Decoration {
  return {
    range: lineRange(line),
    options: {
      stickiness,
      glyphMarginClassName: `${classes['glyph']} ${classes[appearance]}`,
      glyphMarginHoverMessage: { value: asCode(hint) },
    },
  };
}

function stopDecoration({ line, isInnermost }: { line: number; isInnermost: boolean }): Decoration {
  const name = isInnermost ? 'stopped' : 'caller';
  return {
    range: lineRange(line),
    options: {
      isWholeLine: true,
      className: classes[`${name}Line`] ?? null,
      glyphMarginClassName: `${classes['glyph']} ${classes[name]}`,
      zIndex: 10,
    },
  };
}
