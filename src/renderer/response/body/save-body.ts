import type { SentResponse } from '../../../contract/collection/collection.ts';
import type { AppContext } from '../../context/app-context.ts';
import { withCancelButton } from '../../ui/messages/slow-work.tsx';
import { saveBlob } from '../../ui/save-text.ts';

/** Saves a body as a file of the person. When it is long, a message shows how much of it is read, and cancels it. */
export async function saveBody(
  store: AppContext['response'],
  name: string,
  body: Pick<SentResponse, 'runId' | 'size' | 'contentType'>,
): Promise<void> {
  await withCancelButton(`Reading ${name}…`, async (signal, setTitle) => {
    const onRead = (count: number) => setTitle(`Reading ${name}: ${Math.floor((100 * count) / body.size)} %`);
    saveBlob(name, await store.getState().bytes(body, { signal, onRead }));
  });
}
