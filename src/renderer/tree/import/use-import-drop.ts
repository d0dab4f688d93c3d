import { useApp } from '../../context/app-context.ts';
import { useDrop } from '../../ui/drop/use-drop.ts';

/** Imports requests from what is dropped on an element. */
export function useImportDrop() {
  const { imports } = useApp();
  return useDrop((dropped) => imports.getState().receive(dropped));
}
