import { useEffect, useRef, useState, type RefObject } from 'react';
import { showError } from '../ui/messages/notify.ts';
import { RUN_MARKERS, textEditorOptions } from './editor-options.ts';
import { loadMonaco } from './load-monaco.ts';
import type { monaco as Monaco } from './monaco.ts';

export interface LoadedEditor {
  monaco: typeof Monaco;
  editor: Monaco.editor.IStandaloneCodeEditor;
}
export type TextLanguage = 'javascript' | 'plaintext' | 'body-json' | 'xml' | 'html' | 'graphql';

/**
 * Creates an editor without a text in `element`; undefined until its code is loaded. Created anew when an option
 * changes, except `onEdit`.
 * @param options.isScript whether the editor has a margin for breakpoints
 * @param options.onEdit is called after each change of the text, including those of the window itself
 */
export function useLoadedEditor(
  element: RefObject<HTMLElement | null>,
  options: {
    label: string;
    language: TextLanguage;
    readOnly: boolean;
    placeholder?: string | undefined;
    isScript: boolean;
    onEdit: (editor: Monaco.editor.IStandaloneCodeEditor) => void;
  },
): LoadedEditor | undefined {
  const { label, language, readOnly, isScript, placeholder, onEdit } = options;
  const [loaded, setLoaded] = useState<LoadedEditor>();
  const latestOnEdit = useRef(onEdit);
  useEffect(() => {
    latestOnEdit.current = onEdit;
  }, [onEdit]);
  useEffect(() => {
    let isCurrent = true;
    let dispose = () => undefined as void;
    loadMonaco()
      .then(({ monaco }) => {
        if (!isCurrent || !element.current) return;
        const editor = monaco.editor.create(element.current, {
          ...textEditorOptions,
          model: null,
          readOnly,
          glyphMargin: isScript,
          wordWrap: language === 'javascript' ? 'off' : 'on',
          ariaLabel: label,
          ...(placeholder === undefined ? {} : { placeholder }),
        });
        const listening = editor.onDidChangeModelContent(() => {
          const model = editor.getModel();
          if (model) monaco.editor.setModelMarkers(model, RUN_MARKERS, []);
          latestOnEdit.current(editor);
        });
        dispose = () => {
          listening.dispose();
          editor.dispose();
        };
        setLoaded({ monaco, editor });
      })
      .catch(showError);
    return () => {
      isCurrent = false;
      dispose();
    };
  }, [element, label, language, readOnly, isScript, placeholder]);
  return loaded;
}
