import { useState } from 'react';
import { useFrom } from '../../context/app-context.ts';

/**
 * The React key for components whose state belongs to the open item. It differs for another item, and stays when the
 * item gets a file or another path, so that the field in which one types is not created anew.
 * @param id of the open request or folder
 */
export function useItemKey(id: string): number {
  const moved = useFrom('requests', (state) => state.moved);
  const [last, setLast] = useState({ id, key: 0 });
  if (last.id === id) return last.key;
  const isSameItem = moved?.to === id && moved.from === last.id;
  const key = isSameItem ? last.key : last.key + 1;
  setLast({ id, key });
  return key;
}
