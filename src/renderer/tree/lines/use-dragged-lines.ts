/** Drags requests and folders to another place of the tree: into a folder, or before a request. */
import { useState, type DragEvent } from 'react';
import type { TreeRow } from './tree-rows.ts';

const DRAGGED = 'application/x-outrigger-request';

/**
 * @param onMove receives the dragged item, the target folder, and the request before which it was dropped; null: at the
 * end
 */
export function useDraggedLines(onMove: (id: string, parent: string, before: string | null) => void) {
  const [over, setOver] = useState<string>();
  const isDrag = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED);
  const drop = (target: TreeRow | undefined) => (event: DragEvent) => {
    if (!isDrag(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(undefined);
    const id = event.dataTransfer.getData(DRAGGED);
    if (id === '' || id === target?.id) return;
    if (target?.kind === 'folder') onMove(id, target.id, null);
    else onMove(id, target?.parent ?? '', target?.id ?? null);
  };
  return {
    /** Below the last line: to the end of the collection. */
    end: {
      onDragOver: (event: DragEvent) => isDrag(event) && event.preventDefault(),
      onDrop: drop(undefined),
    },
    line(row: TreeRow) {
      const isItem = row.kind === 'folder' || row.kind === 'request';
      return {
        draggable: isItem,
        'data-over': over === row.key ? row.kind : undefined,
        onDragStart: (event: DragEvent) => {
          event.dataTransfer.setData(DRAGGED, row.id);
          event.dataTransfer.effectAllowed = 'move';
        },
        onDragOver: (event: DragEvent) => {
          if (!isDrag(event)) return;
          // Nothing is dropped on an example or an unsaved request: the end of the collection is below the last line.
          if (!isItem) return event.stopPropagation();
          event.preventDefault();
          setOver(row.key);
        },
        onDragLeave: () => setOver(undefined),
        onDrop: drop(row),
      };
    },
  };
}
