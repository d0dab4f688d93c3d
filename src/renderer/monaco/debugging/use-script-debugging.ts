import { useEffect, useRef, useState } from 'react';
import { scriptKey, shownPlace, isSameScript, type ScriptRef } from '../../collection/script-ref.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { currentFrame } from '../../debugger/store/debugger-store.ts';
import { showError, showHint } from '../../ui/messages/notify.ts';
import { createBreakpointMargin, type BreakpointMargin } from './breakpoint-margin.ts';
import { marginBreakpoints } from './margin-breakpoints.ts';
import { scriptCursor } from './script-cursor.ts';
import type { LoadedEditor } from '../use-loaded-editor.ts';
import { scriptOfModel } from './value-hover.ts';

/**
 * Shows breakpoints in the margin of an editor, the line of a stop, and values on hover. To be called after the effects
 * that set the editor's text.
 * @param script undefined: the text of the editor is not a script
 */
export function useScriptDebugging(loaded: LoadedEditor | undefined, script: ScriptRef | undefined): void {
  const { breakpoints: store } = useApp();
  const [margin, setMargin] = useState<BreakpointMargin>();
  const key = script && scriptKey(script);
  const latestScript = useRef(script);
  useEffect(() => void (latestScript.current = script));

  useEffect(() => {
    const { current: script } = latestScript;
    if (!loaded || !script || key === undefined) return undefined;
    const { monaco, editor } = loaded;
    const created = createBreakpointMargin({
      monaco,
      editor,
      onToggle(line) {
        try {
          store.getState().toggle(script, line);
        } catch (error) {
          showError(error);
        }
      },
      onMenu: (line, place) => store.getState().showMenu({ script, line, ...place }),
      onMoved: (lines) => store.getState().move(script, lines),
    });
    const readCursor = () => cursorIn(editor, script);
    const model = editor.getModel();
    if (model) scriptOfModel.set(model, script);
    const focus = editor.onDidFocusEditorText(() => scriptCursor.set(readCursor));
    if (editor.hasTextFocus() || !scriptCursor.get()) scriptCursor.set(readCursor);
    setMargin(created);
    return () => {
      focus.dispose();
      scriptCursor.remove(readCursor);
      created.dispose();
      setMargin(undefined);
    };
  }, [loaded, key, store]);

  const all = useFrom('breakpoints', (state) => state.breakpoints);
  const states = useFrom('breakpoints', (state) => state.states);
  useEffect(() => {
    const { current: script } = latestScript;
    if (margin && script) margin.showBreakpoints(marginBreakpoints(all, states, script));
  }, [margin, all, states]);

  const stop = useStoppedLine(script);
  useEffect(() => margin?.showStop(stop), [margin, stop]);
  useEffect(() => {
    if (!loaded || !stop) return undefined;
    const listening = loaded.editor.onDidChangeModelContent(({ isFlush }) => {
      if (isFlush) return;
      listening.dispose();
      showHint('The run continues with the script as it was at its start, so marked lines may be wrong.');
    });
    return () => listening.dispose();
  }, [loaded, stop]);
}

/** Where the cursor is; undefined while the editor is hidden. */
function cursorIn(editor: LoadedEditor['editor'], script: ScriptRef) {
  const position = editor.getPosition();
  const element = editor.getDomNode();
  if (!position || !element || element.offsetParent === null) return undefined;
  const { lineNumber: line } = position;
  const at = editor.getScrolledVisiblePosition(position) ?? { left: 0, top: 0, height: 0 };
  const { left, top } = element.getBoundingClientRect();
  return { script, line, x: left + at.left, y: top + at.top + at.height };
}

function useStoppedLine(script: ScriptRef | undefined) {
  const frame = useFrom('debugger', currentFrame);
  const isInnermost = useFrom('debugger', (state) => state.frame === 0);
  const sentId = useFrom('breakpoints', (state) => state.sentId);
  const place = frame && script && shownPlace(frame, { sentId, paths: typeof script === 'string' ? [script] : [] });
  const line = place && script && isSameScript(place.script, script) ? place.line : undefined;
  const [stop, setStop] = useState<{ line: number; isInnermost: boolean }>();
  if (stop?.line !== line || (stop && stop.isInnermost !== isInnermost)) {
    setStop(line === undefined ? undefined : { line, isInnermost });
  }
  return stop;
}
