import { useEffect, useState } from 'react';
import type { SentResponse } from '../../../contract/collection/collection.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CodeEditor } from '../../monaco/CodeEditor.tsx';
import { showError } from '../../ui/messages/notify.ts';
import shared from '../../ui/shared.module.css';

/** A body that is small enough for the code editor. */
export function BodyText(props: { response: SentResponse; form: 'pretty' | 'raw'; isJson: boolean }) {
  const { response, form, isJson } = props;
  const { response: store } = useApp();
  const { runId, contentType } = response;
  const request = useFrom('requests', (state) => state.activeId);
  const [shown, setShown] = useState<{ text: string; note?: string | undefined } | undefined>(
    form === 'raw' ? { text: response.text ?? '' } : undefined,
  );
  useEffect(() => {
    if (form === 'raw') return;
    let isCurrent = true;
    store
      .getState()
      .text(runId, form)
      .then((formatted) => isCurrent && setShown(formatted))
      .catch((error: unknown) => {
        // Of a workspace that is closed, nothing is stored.
        if (!isCurrent) return;
        showError(error);
        setShown({ text: response.text ?? '' });
      });
    return () => {
      isCurrent = false;
    };
  }, [store, runId, form, response.text]);
  const language = isJson
    ? 'body-json'
    : /html/i.test(contentType)
      ? 'html'
      : /xml/i.test(contentType)
        ? 'xml'
        : 'plaintext';
  return (
    <>
      {shown?.note && <p className={shared['quiet']}>{shown.note}</p>}
      {shown && (
        <CodeEditor
          of={request}
          part={`${runId} ${form}`}
          label="Body of the response"
          language={language}
          value={shown.text}
        />
      )}
    </>
  );
}
