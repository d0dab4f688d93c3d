/** Saves the collection, or one folder or request of it, as a file for the person. */
import type { StoreApi } from 'zustand';
import type { RequestStore } from '../collection/request-state.ts';
import { showOmitted } from '../ui/messages/notify.ts';
import { saveText } from '../ui/save-text.ts';

export async function exportCollection(
  store: StoreApi<RequestStore>,
  { id, name, format }: { id: string; name: string; format: 'postman' | 'opencollection' },
): Promise<void> {
  const { text, warnings } = await store.getState().exportText(id, format);
  saveText(format === 'postman' ? `${name}.postman_collection.json` : `${name}.yml`, text);
  if (warnings.length > 0) showOmitted(warnings);
}
