/** The actions of other views in the editor, once it is loaded. */
export interface EditorTarget {
  /** Types a text at the cursor. */
  insert(text: string): void;
  reveal(line: number): void;
}
let current: EditorTarget | undefined;

export const editorTarget = {
  get: () => current,
  set: (target: EditorTarget | undefined) => void (current = target),
};
