/** Moves rows of a table by dragging one and dropping it on another. */
import { useState, type DragEvent } from 'react';

/** The type of the dragged data: rows cannot be dropped on tables of another kind. */
const draggedType = (what: string) => `application/x-outrigger-${what.replaceAll(' ', '-')}`;

/**
 * @param row.what what one row of the table is, such as "header"
 * @param row.accepts whether another row can be dropped on this one
 */
export function useDraggedRow(row: {
  what: string;
  index: number;
  accepts: boolean;
  move: (from: number, to: number) => void;
}) {
  const { what, index, accepts, move } = row;
  const [isOver, setOver] = useState(false);
  const type = draggedType(what);
  const isDrag = (event: DragEvent) => event.dataTransfer.types.includes(type);
  return {
    handle: {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData(type, String(index));
        event.dataTransfer.effectAllowed = 'move';
      },
    },
    target: {
      'data-over': isOver || undefined,
      onDragOver: (event: DragEvent) => {
        if (!accepts || !isDrag(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!isDrag(event)) return;
        event.preventDefault();
        move(Number(event.dataTransfer.getData(type)), index);
      },
    },
  };
}
