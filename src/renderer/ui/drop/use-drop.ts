import { useState, type DragEvent } from 'react';
import { showError } from '../messages/notify.ts';
import { canBeImported, readDropped, type Dropped } from './dropped.ts';

/**
 * Receives files and texts of other programs that are dropped on an element.
 * @param onDropped rejects with an error, which is shown
 * @returns the element's listeners, and whether something that can be imported is dragged over it
 */
export function useDrop(onDropped: (dropped: Dropped) => Promise<void>) {
  const [isOver, setOver] = useState(false);
  const accepts = (event: DragEvent<HTMLElement>) =>
    // Dialogs and menus are rendered elsewhere, but their events reach the component that opened them.
    event.currentTarget.contains(event.target as Node) &&
    canBeImported(event.dataTransfer) &&
    !isTypedInto(event.target, event.dataTransfer);
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (!accepts(event)) return setOver(false);
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return {
    isOver,
    listeners: {
      onDragEnter: onDragOver,
      onDragOver,
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        const { items } = event.dataTransfer;
        const getData = () => event.dataTransfer.getData('text/plain');
        onDropped(readDropped({ items, getData })).catch(showError);
      },
    },
  };
}

/** A text that is dropped on a text field goes to its cursor, as everywhere. */
const isTypedInto = (target: EventTarget, { types }: DataTransfer): boolean =>
  !types.includes('Files') && (target as Element).closest('input, textarea') !== null;
