import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SentResponse } from '../../../contract/collection/collection.ts';
import { useApp } from '../../context/app-context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { bodyFileName } from './body-file-name.ts';
import { saveBody } from './save-body.ts';
import { SandboxedPage } from './SandboxedPage.tsx';
import classes from '../response.module.css';
import shared from '../../ui/shared.module.css';

export type PreviewKind = 'html' | 'pdf' | 'picture';

/** A page without scripts and external resources, a picture, or a button to save a PDF. */
export function BodyPreview({ response, kind }: { response: SentResponse; kind: PreviewKind }) {
  const { response: store } = useApp();
  const [url, setUrl] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const [html, setHtml] = useState(response.text ?? undefined);
  useEffect(() => {
    if (kind === 'pdf' || (kind === 'html' && response.text !== null)) return;
    let objectUrl: string | undefined;
    let isCurrent = true;
    const load = async () => {
      if (kind === 'html') {
        const { text } = await store.getState().text(response.runId, 'raw');
        if (isCurrent) setHtml(text);
        return;
      }
      const bytes = await store.getState().bytes(response);
      if (!isCurrent) return;
      objectUrl = URL.createObjectURL(bytes);
      setUrl(objectUrl);
    };
    load().catch((error: unknown) => isCurrent && showError(error));
    return () => {
      isCurrent = false;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [store, response, kind]);
  if (kind === 'html') return <SandboxedPage html={html ?? ''} title="Preview" />;
  if (kind === 'pdf') return <PdfOffer response={response} />;
  if (!url) return <p className={shared['quiet']}>Reading the body…</p>;
  if (isBroken) {
    return (
      <EmptyState text="This body cannot be shown as a picture, although its type says that it is one. Hex shows its bytes." />
    );
  }
  return <img className={classes['image']} src={url} alt="Body of the response" onError={() => setBroken(true)} />;
}

/** Chromium does not show PDFs in a sandboxed frame, and received content never gets a frame without a sandbox. */
function PdfOffer({ response }: { response: SentResponse }) {
  const { response: store } = useApp();
  const save = () => saveBody(store, bodyFileName(response), response);
  return (
    <div className={classes['emptyState']}>
      <p>A PDF is not shown here, because its viewer would need rights that a response does not get.</p>
      <Button size="xs" variant="default" onClick={() => void save().catch(showError)}>
        Save the PDF to open it
      </Button>
    </div>
  );
}
