/** Options that all editors of the window share. */
import type { monaco as Monaco } from './monaco.ts';

/** Options of every editor that shows a text, of which none leaves its panel. */
export const sharedEditorOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  // In a shadow root beside the editor, the context menu would not have its colours: no background.
  useShadowDOM: false,
} satisfies Monaco.editor.IEditorOptions;

/** Options of an editor in which a text is written. */
export const textEditorOptions = {
  ...sharedEditorOptions,
  scrollBeyondLastLine: false,
  fixedOverflowWidgets: true,
  tabSize: 2,
  padding: { top: 6 },
  // The editor would ask, in a dialog of the browser, whether to remove each U+2028 of a body.
  unusualLineTerminators: 'off',
  // Models of other tabs exist as well: their words are not suggested.
  wordBasedSuggestions: 'currentDocument',
} satisfies Monaco.editor.IStandaloneEditorConstructionOptions;

/** The owner of the markers on lines that threw: setting markers replaces those of the run before. */
export const RUN_MARKERS = 'outrigger-run';
