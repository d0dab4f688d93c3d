import { Checkbox, Group, Select, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { HistoryEntry, SentResponse } from '../../../contract/collection/collection.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { OpenRequest } from '../../collection/tabs/open-item.ts';
import { useApp } from '../../context/app-context.ts';
import { DiffEditor } from '../../monaco/DiffEditor.tsx';
import { CloseFooter } from '../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useRead } from '../../ui/work/use-read.ts';

/** Compares the shown response with one of the history, initially the one before it. */
export function CompareResponses(props: { open: OpenRequest; response: SentResponse; onClose: () => void }) {
  const { open, response, onClose } = props;
  const { response: store } = useApp();
  const { id, name } = open;
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<HistoryEntry>();
  const shown = useRead(useCallback(() => store.getState().text(response.runId, 'pretty'), [store, response.runId]));
  const entries = useRead(useCallback(() => store.getState().listHistory({ id, name }, all), [store, id, name, all]));
  // The newest entry is the shown response itself, unless an example is shown.
  const entry = chosen && entries?.includes(chosen) ? chosen : entries?.at(response.hops.length > 0 ? 1 : 0);
  const other = useRead(
    useCallback(async () => (entry ? await store.getState().historyText(entry) : undefined), [store, entry]),
  );
  return (
    <Dialog opened onClose={onClose} title="Compare responses" size="90%">
      <Group mb="xs" align="flex-end">
        <Select
          size="xs"
          w={420}
          label="Compare with"
          allowDeselect={false}
          searchable
          data={(entries ?? []).map((entry) => ({ value: String(entry.id), label: entryLabel(entry, all) }))}
          value={entry ? String(entry.id) : null}
          onChange={(value) => setChosen(entries?.find(({ id }) => String(id) === value))}
        />
        <Checkbox
          size="xs"
          mb={6}
          label="Responses of all requests"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </Group>
      {entries && !entry && (
        <Text size="xs" c="dimmed">
          The history has no earlier response of this request.
        </Text>
      )}
      {entry && other && shown && (
        <>
          {other.text === shown.text && (
            <Text size="xs" role="status">
              The bodies are equal.
            </Text>
          )}
          <DiffEditor
            original={{ label: other.title, text: other.text }}
            modified={{ label: 'Shown response', text: shown.text }}
            language={languageOf(response.contentType)}
          />
        </>
      )}
      <CloseFooter />
    </Dialog>
  );
}

const entryLabel = ({ at, status, name, method }: HistoryEntry, withName: boolean): string =>
  `${new Date(at).toLocaleString()} · ${status ?? ''}${withName ? ` · ${visibleText(`${method} ${name}`)}` : ''}`;

function languageOf(contentType: string): 'body-json' | 'html' | 'xml' | 'plaintext' {
  const type = mediaType(contentType);
  if (/json/.test(type)) return 'body-json';
  return type.includes('html') ? 'html' : type.includes('xml') ? 'xml' : 'plaintext';
}
