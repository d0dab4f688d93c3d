import { Checkbox, Group, Select, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { HistoryEntry, SentResponse } from '../../../contract/collection/collection.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { OpenRequest } from '../../collection/tabs/open-item.ts';
import { useApp } from '../../context/app-context.ts';
import { DiffEditor } from '../../monaco/DiffEditor.tsx';
import { CloseFooter } from '../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import type { ComparedText } from '../response-store.ts';

/** Compares the shown response with one of the history, initially the one before it. */
export function CompareResponses(props: { open: OpenRequest; response: SentResponse; onClose: () => void }) {
  const { open, response, onClose } = props;
  const { response: store } = useApp();
  const { id, name } = open;
  const [all, setAll] = useState(false);
  const [entries, setEntries] = useState<HistoryEntry[]>();
  const [chosenName, setChosen] = useState<string | null>(null);
  const [shown, setShown] = useState<string>();
  const [other, setOther] = useState<ComparedText>();
  useEffect(() => {
    let isCurrent = true;
    store
      .getState()
      .text(response.runId, 'pretty')
      .then(({ text }) => isCurrent && setShown(text))
      .catch(showError);
    return () => void (isCurrent = false);
  }, [store, response.runId]);
  useEffect(() => {
    let isCurrent = true;
    store
      .getState()
      .listHistory({ id, name }, all)
      .then((entries) => {
        if (!isCurrent) return;
        setEntries(entries);
        // The newest entry is the shown response itself, unless an example is shown.
        const before = entries.at(response.hops.length > 0 ? 1 : 0);
        setChosen(before ? String(before.id) : null);
      })
      .catch(showError);
    return () => {
      isCurrent = false;
    };
  }, [store, id, name, all, response.hops.length]);
  useEffect(() => {
    const entry = entries?.find((entry) => String(entry.id) === chosenName);
    if (!entry) return;
    let isCurrent = true;
    store
      .getState()
      .historyText(entry)
      .then((text) => isCurrent && setOther(text))
      .catch(showError);
    return () => {
      isCurrent = false;
    };
  }, [store, entries, chosenName]);
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
          value={chosenName}
          onChange={setChosen}
        />
        <Checkbox
          size="xs"
          mb={6}
          label="Responses of all requests"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </Group>
      {entries && chosenName === null && (
        <Text size="xs" c="dimmed">
          The history has no earlier response of this request.
        </Text>
      )}
      {chosenName !== null && other && shown !== undefined && (
        <>
          {other.text === shown && (
            <Text size="xs" role="status">
              The bodies are equal.
            </Text>
          )}
          <DiffEditor
            original={{ label: other.title, text: other.text }}
            modified={{ label: 'Shown response', text: shown }}
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
