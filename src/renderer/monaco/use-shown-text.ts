import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { textsOfRequests } from './texts-of-tabs.ts';
import { replaceText } from './replace-text.ts';
import type { LoadedEditor, TextLanguage } from './use-loaded-editor.ts';

/**
 * Shows a text in an editor with its former undo history and view state. To be called before other effects that need
 * the text.
 * @param shown.of undefined: nothing is kept
 * @param shown.isReplacing true while a change of `value` replaces the text
 */
export function useShownText(
  loaded: LoadedEditor | undefined,
  shown: {
    of: string | undefined;
    part: string;
    language: TextLanguage;
    value: string;
    readOnly: boolean;
    isReplacing: RefObject<boolean>;
  },
): void {
  const { of, part, language, value, readOnly, isReplacing } = shown;
  const latestValue = useRef(value);
  useLayoutEffect(() => void (latestValue.current = value), [value]);

  // Its clean-up stores the view state, and has to run before the effect that disposes of the editor.
  useLayoutEffect(() => {
    if (!loaded) return undefined;
    const { monaco, editor } = loaded;
    const create = () => monaco.editor.createModel(latestValue.current, language);
    if (of === undefined) {
      const model = create();
      editor.setModel(model);
      return () => model.dispose();
    }
    const hide = textsOfRequests.show(editor, { owner: of, part, create, keepsText: !readOnly });
    writeInto(loaded, latestValue.current, isReplacing);
    return hide;
  }, [loaded, of, part, language, readOnly, isReplacing]);

  useEffect(() => {
    if (!loaded) return;
    if (!readOnly) writeInto(loaded, value, isReplacing);
    else if (loaded.editor.getValue() !== value) loaded.editor.setValue(value);
  }, [loaded, value, readOnly, isReplacing]);
}

function writeInto({ monaco, editor }: LoadedEditor, text: string, isReplacing: RefObject<boolean>): void {
  const model = editor.getModel();
  if (!model) return;
  isReplacing.current = true;
  replaceText(monaco, model, text);
  isReplacing.current = false;
}
