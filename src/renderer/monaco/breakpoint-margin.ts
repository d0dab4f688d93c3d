/** The margin of an editor of scripts: breakpoints, which follow the text, and the line at which a script is stopped. */
import type { monaco as Monaco } from './monaco.ts';
import { asCode } from './variable-references.ts';
import classes from './breakpoint-margin.module.css';

export interface MarginBreakpoint {
  id: string;
  line: number;
  look: 'plain' | 'condition' | 'log' | 'disabled' | 'problem';
  /** What the person reads when the pointer is on it. */
  hint: string;
}
export interface BreakpointMargin {
  showBreakpoints(breakpoints: readonly MarginBreakpoint[]): void;
  /** @param stopped.isInnermost false: the line of a function that has called another one */
  showStop(stopped: { line: number; isInnermost: boolean } | undefined): void;
  dispose(): void;
}
export interface BreakpointMarginOptions {
  monaco: typeof Monaco;
  editor: Monaco.editor.IStandaloneCodeEditor;
  onToggle(line: number): void;
  /** The person wants the menu of a line; the place is in CSS pixels of the window. */
  onMenu(line: number, place: { x: number; y: number }): void;
  /** Where breakpoints have come to by an edit, by their ids. */
  onMoved(lines: ReadonlyMap<string, number>): void;
}

type Decoration = Monaco.editor.IModelDeltaDecoration;

export function createBreakpointMargin(options: BreakpointMarginOptions): BreakpointMargin {
  const { monaco, editor, onMoved } = options;
  const { NeverGrowsWhenTypingAtEdges: stickiness } = monaco.editor.TrackedRangeStickiness;
  const marks = editor.createDecorationsCollection();
  const stop = editor.createDecorationsCollection();
  let shown: readonly MarginBreakpoint[] = [];
  const pointer = followPointer(options, (line) => shown.some((breakpoint) => breakpoint.line === line));
  /** The editor may show another script by now. */
  let isDisposed = false;

  const draw = () => marks.set(shown.map((breakpoint) => breakpointDecoration(breakpoint, stickiness)));
  const edits = editor.onDidChangeModelContent(({ isFlush }) => {
    // Another text in the same editor.
    if (isFlush) return draw();
    const lines = new Map(
      shown.map(({ id, line }, index) => [id, marks.getRange(index)?.startLineNumber ?? line] as const),
    );
    if (shown.some(({ id, line }) => lines.get(id) !== line)) onMoved(lines);
  });
  return {
    showBreakpoints(breakpoints) {
      if (isDisposed) return;
      shown = breakpoints;
      draw();
      pointer.clear();
    },
    showStop(stopped) {
      if (!isDisposed) stop.set(stopped ? [stopDecoration(stopped)] : []);
    },
    dispose() {
      isDisposed = true;
      edits.dispose();
      pointer.dispose();
      marks.clear();
      stop.clear();
    },
  };
}

/** Clicks in the margin, and the mark of the free line below the pointer, where a click sets a breakpoint. */
function followPointer(
  { monaco, editor, onToggle, onMenu }: BreakpointMarginOptions,
  hasBreakpoint: (line: number) => boolean,
): { clear(): void; dispose(): void } {
  const { GUTTER_GLYPH_MARGIN } = monaco.editor.MouseTargetType;
  const pointed = editor.createDecorationsCollection();
  const lineIn = ({ target }: Monaco.editor.IEditorMouseEvent): number | undefined =>
    target.type === GUTTER_GLYPH_MARGIN ? target.position.lineNumber : undefined;
  const subscriptions = [
    editor.onMouseDown((event) => {
      const line = lineIn(event);
      if (line !== undefined && event.event.leftButton) onToggle(line);
    }),
    editor.onContextMenu((event) => {
      const line = lineIn(event);
      if (line === undefined) return;
      event.event.preventDefault();
      onMenu(line, { x: event.event.posx, y: event.event.posy });
    }),
    editor.onMouseMove((event) => {
      const line = lineIn(event);
      const isFree = line !== undefined && !hasBreakpoint(line);
      const glyphMarginClassName = `${classes['glyph']} ${classes['possible']}`;
      pointed.set(isFree ? [{ range: wholeLine(line), options: { glyphMarginClassName } }] : []);
    }),
    editor.onMouseLeave(() => pointed.clear()),
  ];
  return {
    clear: () => pointed.clear(),
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      pointed.clear();
    },
  };
}

const wholeLine = (line: number) => ({ startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 });

const breakpointDecoration = (
  { line, look, hint }: MarginBreakpoint,
  stickiness: Monaco.editor.TrackedRangeStickiness,
): Decoration => ({
  range: wholeLine(line),
  options: {
    stickiness,
    glyphMarginClassName: `${classes['glyph']} ${classes[look]}`,
    glyphMarginHoverMessage: { value: asCode(hint) },
  },
});

function stopDecoration({ line, isInnermost }: { line: number; isInnermost: boolean }): Decoration {
  const name = isInnermost ? 'stopped' : 'caller';
  return {
    range: wholeLine(line),
    options: {
      isWholeLine: true,
      className: classes[`${name}Line`] ?? null,
      glyphMarginClassName: `${classes['glyph']} ${classes[name]}`,
      zIndex: 10,
    },
  };
}
