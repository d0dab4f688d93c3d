/** Colours `{{name}}` in an editor, and shows its value on hover. */
import { describeVariable, isKnown } from '../../ui/variables/variable-text.ts';
import type { VisibleVariable } from '../../ui/variables/visible-variable.ts';
import type { monaco as Monaco } from '../monaco.ts';
import { asCode, referencesIn } from './variable-references.ts';
import classes from '../code-editor.module.css';

export interface VariableDecorations {
  show(variables: readonly VisibleVariable[]): void;
  dispose(): void;
}

/** Only visible lines are processed, so that typing in a large body stays fast. */
export function decorateVariables(editor: Monaco.editor.IStandaloneCodeEditor): VariableDecorations {
  const decorations = editor.createDecorationsCollection();
  let knownVariables: readonly VisibleVariable[] = [];
  const update = () => {
    const model = editor.getModel();
    const lines = new Set(
      editor
        .getVisibleRanges()
        .flatMap(({ startLineNumber: first, endLineNumber: last }) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        ),
    );
    decorations.set(
      [...lines].flatMap((line) =>
        referencesIn(model?.getLineContent(line) ?? '').map(({ name, startColumn, endColumn }) => ({
          range: { startLineNumber: line, endLineNumber: line, startColumn, endColumn },
          options: {
            inlineClassName: (isKnown(name, knownVariables) ? classes['known'] : classes['unknown']) ?? null,
            hoverMessage: { value: asCode(`${name}: ${describeVariable(name, knownVariables)}`) },
          },
        })),
      ),
    );
  };
  const listening = [
    editor.onDidChangeModelContent(update),
    editor.onDidChangeModel(update),
    editor.onDidScrollChange(update),
    editor.onDidLayoutChange(update),
  ];
  return {
    show(variables) {
      knownVariables = variables;
      update();
    },
    dispose() {
      for (const item of listening) item.dispose();
      decorations.clear();
    },
  };
}
