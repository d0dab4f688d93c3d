import { useCallback, useState } from 'react';
import type { OpenItem } from '../../collection/tabs/open-item.ts';
import { useApp } from '../../context/app-context.ts';
import { DiffEditor } from '../../monaco/DiffEditor.tsx';
import { CloseFooter } from '../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useRead } from '../../ui/work/use-read.ts';

/** Compares the stored file with the edits. */
export function CompareDialog({ item, onClose }: { item: OpenItem; onClose: () => void }) {
  const { code: store } = useApp();
  // As it was when the dialog was opened.
  const [openedItem] = useState(item);
  const onDisk = useRead(useCallback(() => store.getState().readFromDisk(openedItem), [store, openedItem]));
  return (
    <Dialog opened onClose={onClose} title="On disk · your changes" size="90%">
      {onDisk && (
        <DiffEditor
          original={{ label: 'On disk', text: readable(onDisk) }}
          modified={{ label: 'Your changes', text: readable(openedItem.edited) }}
          language="body-json"
        />
      )}
      <CloseFooter />
    </Dialog>
  );
}

/** Texts of several lines as lines. */
const readable = (value: object): string => JSON.stringify(value, null, 2).replaceAll('\\n', '\n        ');
