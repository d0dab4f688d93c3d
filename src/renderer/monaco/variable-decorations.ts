/** Colours `{{name}}` in an editor, and says on hover what it stands for. */
import { describeVariable, isKnown } from '../ui/variables/variable-text.ts';
import type { VisibleVariable } from '../ui/variables/visible-variable.ts';
import type { monaco as Monaco } from './monaco.ts';
import classes from './code-editor.module.css';

/** In characters: the editor does not draw more of a line. */
const MAX_LINE = 10_000;

export interface VariableDecorations {
  show(variables: readonly VisibleVariable[]): void;
  dispose(): void;
}

export interface Reference {
  name: string;
  /** Columns in the line, from 1; the end is behind the braces. */
  startColumn: number;
  endColumn: number;
}

export const referencesIn = (line: string): Reference[] =>
  [...line.slice(0, MAX_LINE).matchAll(/\{\{([^{}]*)\}\}/g)].map(({ index, 0: text, 1: name = '' }) => ({
    name: name.trim(),
    startColumn: index + 1,
    endColumn: index + 1 + text.length,
  }));

/** Only the lines in view are looked at, so that a large body stays quick to type in. */
export function decorateVariables(editor: Monaco.editor.IStandaloneCodeEditor): VariableDecorations {
  const decorations = editor.createDecorationsCollection();
  let known: readonly VisibleVariable[] = [];
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
            inlineClassName: (isKnown(name, known) ? classes['known'] : classes['unknown']) ?? null,
            hoverMessage: { value: asCode(`${name}: ${describeVariable(name, known)}`) },
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
      known = variables;
      update();
    },
    dispose() {
      for (const one of listening) one.dispose();
      decorations.clear();
    },
  };
}

/** Markdown that shows a text as it is, whatever a value has in it. */
export function asCode(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
