/** The texts of open tabs with their undo history, and the place at which each was left: for as long as the tab is open. */

/** What is used of a text of the code editor. */
export interface KeptModel {
  dispose(): void;
  isAttachedToEditor(): boolean;
}
/** What is used of the code editor. @template View the place in a text: the cursor, what is folded, how far it is scrolled */
export interface TextEditor<Model, View> {
  setModel(model: Model): void;
  getModel(): Model | null;
  saveViewState(): View | null;
  restoreViewState(view: View): void;
}
export interface TextToShow<Model> {
  /** The tab. */
  owner: string;
  /** Which text of the tab. */
  part: string;
  /** Makes the text when it is not kept. */
  create: () => Model;
  /** False: the text cannot be edited. It is made again each time, and only the place in it is kept. */
  keepsText: boolean;
}
export interface KeptTexts<Model extends KeptModel, View> {
  /**
   * Shows a text as it was left.
   * @returns keeps the place in it; to be called before the editor shows another text, or is disposed of
   */
  show(editor: TextEditor<Model, View>, text: TextToShow<Model>): () => void;
  /** Disposes of the texts of all other tabs. */
  keepOnly(owners: ReadonlySet<string>): void;
  /** A tab has another name now, and so have those whose name begins with it and a slash. */
  rename(from: string, to: string): void;
}

interface KeptText<Model extends KeptModel, View> {
  /** Undefined: only the place is kept. */
  model: Model | undefined;
  view: View | null;
  /** The tab was closed while an editor showed the text: that editor disposes of it. */
  isForgotten: boolean;
}

/** The most texts of one tab: a request has about eight, and two more with each response. */
const MAX_PARTS = 24;

export function createKeptTexts<Model extends KeptModel, View>(): KeptTexts<Model, View> {
  const tabs = new Map<string, Map<string, KeptText<Model, View>>>();
  return {
    show(editor, { owner, part, create, keepsText }) {
      const parts = tabs.get(owner) ?? new Map<string, KeptText<Model, View>>();
      const text: KeptText<Model, View> = parts.get(part) ?? { model: undefined, view: null, isForgotten: false };
      const model = (text.model ??= create());
      tabs.set(owner, parts);
      // The latest is last.
      parts.delete(part);
      parts.set(part, text);
      const [oldest] = parts;
      if (oldest && parts.size > MAX_PARTS) {
        parts.delete(oldest[0]);
        forget(oldest[1]);
      }
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

function forget<View>(text: KeptText<KeptModel, View>): void {
  text.isForgotten = true;
  if (text.model && !text.model.isAttachedToEditor()) text.model.dispose();
}
