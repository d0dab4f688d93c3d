import { useEffect, useRef } from 'react';
import { useVariables } from '../../ui/variables/variables-context.ts';
import type { LoadedEditor } from '../use-loaded-editor.ts';
import { decorateVariables, type VariableDecorations } from './variable-decorations.ts';

/** Colours each `{{name}}` by whether the name has a value, and shows the value on hover. */
export function useVariableDecorations(loaded: LoadedEditor | undefined, isEnabled: boolean): void {
  const variables = useVariables();
  const decorations = useRef<VariableDecorations>(undefined);
  useEffect(() => {
    if (!loaded || !isEnabled) return undefined;
    const created = decorateVariables(loaded.editor);
    decorations.current = created;
    return () => {
      created.dispose();
      decorations.current = undefined;
    };
  }, [loaded, isEnabled]);
  useEffect(() => decorations.current?.show(variables), [loaded, isEnabled, variables]);
}
