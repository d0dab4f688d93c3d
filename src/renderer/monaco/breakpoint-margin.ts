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

const wholeLine = (line: number) => ({ startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 });

export function createBreakpointMargin(options: BreakpointMarginOptions): BreakpointMargin {
  const { monaco, editor, onToggle, onMenu, onMoved } = options;
  const { GUTTER_GLYPH_MARGIN } = monaco.editor.MouseTargetType;
  const { NeverGrowsWhenTypingAtEdges: stickiness } = monaco.editor.TrackedRangeStickiness;
  const marks = editor.createDecorationsCollection();
  const stop = editor.createDecorationsCollection();
  const pointed = editor.createDecorationsCollection();
  let shown: readonly MarginBreakpoint[] = [];
  /** The editor may show another script by now. */
  let isDisposed = false;

  const draw = () =>
    marks.set(
      shown.map(({ line, look, hint }) => ({
        range: wholeLine(line),
        options: {
          stickiness,
          glyphMarginClassName: `${classes['glyph']} ${classes[look]}`,
          glyphMarginHoverMessage: { value: asCode(hint) },
        },
      })),
    );
  const lineIn = ({ target }: Monaco.editor.IEditorMouseEvent): number | undefined =>
    target.type === GUTTER_GLYPH_MARGIN ? target.position.lineNumber : undefined;

  const listening = [
    editor.onDidChangeModelContent(({ isFlush }) => {
      // Another text in the same editor.
      if (isFlush) return draw();
      const lines = new Map(
        shown.map(({ id, line }, index) => [id, marks.getRange(index)?.startLineNumber ?? line] as const),
      );
      if (shown.some(({ id, line }) => lines.get(id) !== line)) onMoved(lines);
    }),
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
      const isFree = line !== undefined && !shown.some((one) => one.line === line);
      const glyphMarginClassName = `${classes['glyph']} ${classes['possible']}`;
      pointed.set(isFree ? [{ range: wholeLine(line), options: { glyphMarginClassName } }] : []);
    }),
    editor.onMouseLeave(() => pointed.clear()),
  ];
  return {
    showBreakpoints(breakpoints) {
      if (isDisposed) return;
      shown = breakpoints;
      draw();
      pointed.clear();
    },
    showStop(stopped) {
      if (isDisposed) return;
      const name = stopped?.isInnermost ? 'stopped' : 'caller';
      stop.set(
        stopped
          ? [
              {
                range: wholeLine(stopped.line),
                options: {
                  isWholeLine: true,
                  className: classes[`${name}Line`] ?? null,
                  glyphMarginClassName: `${classes['glyph']} ${classes[name]}`,
                  zIndex: 10,
                },
              },
            ]
          : [],
      );
    },
    dispose() {
      isDisposed = true;
      for (const one of listening) one.dispose();
      for (const one of [marks, stop, pointed]) one.clear();
    },
  };
}
