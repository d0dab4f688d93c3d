/** What other views may do to the editor, once it is there. */
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
