/** Pointer events in the margin of a script editor: clicks, the menu, and the preview of a breakpoint. */
import type { monaco as Monaco } from '../monaco.ts';
import classes from './breakpoint-margin.module.css';

export const lineRange = (line: number) => ({
  startLineNumber: line,
  startColumn: 1,
  endLineNumber: line,
  endColumn: 1,
});

export interface MarginPointerOptions {
  monaco: typeof Monaco;
  editor: Monaco.editor.IStandaloneCodeEditor;
  onToggle(line: number): void;
  /** The person opens the menu of a line; the position is in CSS pixels of the window. */
  onMenu(line: number, place: { x: number; y: number }): void;
}
export interface MarginPointer {
  /** Removes the preview of a breakpoint. */
  clear(): void;
  dispose(): void;
}

/** @param hasBreakpoint whether a line has a breakpoint, so that it needs no preview */
export function createMarginPointer(
  options: MarginPointerOptions,
  hasBreakpoint: (line: number) => boolean,
): MarginPointer {
  const { monaco, editor, onToggle, onMenu } = options;
  const { GUTTER_GLYPH_MARGIN } = monaco.editor.MouseTargetType;
  const preview = editor.createDecorationsCollection();
  const lineIn = ({ target }: Monaco.editor.IEditorMouseEvent): number | undefined =>
    target.type === GUTTER_GLYPH_MARGIN ? target.position.lineNumber : undefined;
  const listeners = [
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
      preview.set(isFree ? [{ range: lineRange(line), options: { glyphMarginClassName } }] : []);
    }),
    editor.onMouseLeave(() => preview.clear()),
  ];
  return {
    clear: () => preview.clear(),
    dispose() {
      for (const listener of listeners) listener.dispose();
      preview.clear();
    },
  };
}
