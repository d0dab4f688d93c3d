/** What all editors of the window have in common. */
import type { monaco as Monaco } from './monaco.ts';

/** Options of every editor that shows a text, of which none leaves its panel. */
export const sharedEditorOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
} satisfies Monaco.editor.IEditorOptions;

/** Options of an editor in which a text is written. */
export const textEditorOptions = {
  ...sharedEditorOptions,
  scrollBeyondLastLine: false,
  fixedOverflowWidgets: true,
  tabSize: 2,
  padding: { top: 6 },
  // The texts of other tabs are there too: their words are not offered.
  wordBasedSuggestions: 'currentDocument',
} satisfies Monaco.editor.IStandaloneEditorConstructionOptions;

/** The owner of the marks on lines that threw: setting its marks replaces those of the run before. */
export const RUN_MARKERS = 'outrigger-run';
