/** The stored texts of the code editors in this window. */
import { createKeptTexts, type KeptTexts } from './kept-texts.ts';
import type { monaco as Monaco } from './monaco.ts';

type Texts = KeptTexts<Monaco.editor.ITextModel, Monaco.editor.ICodeEditorViewState>;

/** The texts of open requests and folders, by their ids. */
export const textsOfRequests: Texts = createKeptTexts();
/** The texts of open scripts, by their full paths. */
export const textsOfScripts: Texts = createKeptTexts();
