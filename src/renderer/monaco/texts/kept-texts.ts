/** The texts of open tabs with undo history and view state, kept as long as the tab is open. */

/** The used members of an editor's text model. */
export interface KeptModel {
  dispose(): void;
  isAttachedToEditor(): boolean;
}
/** The used members of the code editor. @template View the view state: cursor, folding, scroll position */
export interface TextEditor<Model, View> {
  setModel(model: Model): void;
  getModel(): Model | null;
  saveViewState(): View | null;
  restoreViewState(view: View): void;
}
export interface TextToShow<Model> {
  /** The tab. */
  owner: string;
  /** Identifies the text within the tab. */
  part: string;
  /** Creates the text when it is not kept. */
  create: () => Model;
  /** False for a read-only text, which is created each time; only its view state is kept. */
  keepsText: boolean;
}
export interface KeptTexts<Model extends KeptModel, View> {
  /**
   * Shows a text with its former view state.
   * @returns a function that stores the view state; to be called before the editor shows another text, or is disposed
   * of
   */
  show(editor: TextEditor<Model, View>, text: TextToShow<Model>): () => void;
  /** Disposes of the texts of all other tabs. */
  keepOnly(owners: ReadonlySet<string>): void;
  /** Updates the id of a renamed tab, and of those whose id begins with it and a slash. */
  rename(from: string, to: string): void;
}

interface KeptText<Model extends KeptModel, View> {
  /** Undefined: only the view state is kept. */
  model: Model | undefined;
  view: View | null;
  /** The tab was closed while an editor showed the text; that editor disposes of it. */
  isForgotten: boolean;
}

/** Limit of texts for one tab: a request has about eight that are edited, and two more with each response. */
const MAX_PARTS = 24;

export function createKeptTexts<Model extends KeptModel, View>(): KeptTexts<Model, View> {
  const tabs = new Map<string, Map<string, KeptText<Model, View>>>();
  return {
    show(editor, { owner, part, create, keepsText }) {
      const parts = tabs.get(owner) ?? new Map<string, KeptText<Model, View>>();
      const text: KeptText<Model, View> = parts.get(part) ?? { model: undefined, view: null, isForgotten: false };
      const model = (text.model ??= create());
      tabs.set(owner, parts);
      // Inserted again, so that the latest is last.
      parts.delete(part);
      parts.set(part, text);
      if (parts.size > MAX_PARTS) forgetOldestView(parts);
      editor.setModel(model);
      if (text.view) editor.restoreViewState(text.view);
      return () => {
        if (editor.getModel() === model) text.view = editor.saveViewState();
        if (keepsText && !text.isForgotten) return;
        text.model = undefined;
        model.dispose();
      };
    },
    keepOnly(owners) {
      for (const [owner, parts] of tabs) {
        if (owners.has(owner)) continue;
        tabs.delete(owner);
        for (const text of parts.values()) forget(text);
      }
    },
    rename(from, to) {
      for (const [owner, parts] of [...tabs]) {
        if (owner !== from && !owner.startsWith(`${from}/`)) continue;
        tabs.delete(owner);
        tabs.set(to + owner.slice(from.length), parts);
      }
    },
  };
}

/** Of texts that are edited, none is forgotten: they have an undo history. */
function forgetOldestView(parts: Map<string, KeptText<KeptModel, unknown>>): void {
  const oldest = [...parts].find(([, { model }]) => model === undefined);
  if (oldest) parts.delete(oldest[0]);
}

function forget<View>(text: KeptText<KeptModel, View>): void {
  text.isForgotten = true;
  if (text.model && !text.model.isAttachedToEditor()) text.model.dispose();
}
