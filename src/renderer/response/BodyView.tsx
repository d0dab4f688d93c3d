import { ActionIcon, CopyButton, SegmentedControl, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { HostClient } from '../../contract/host-contract.ts';
import type { SentResponse } from '../../contract/collection.ts';
import { mediaType } from '../../contract/media-type.ts';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { CodeEditor } from '../monaco/CodeEditor.tsx';
import { JsonTree } from './JsonTree.tsx';
import { SandboxedPage } from './SandboxedPage.tsx';
import { LineView } from './LineView.tsx';
import classes from './response.module.css';
import shared from '../ui/shared.module.css';

const PIECE = 4 * 1024 * 1024;
/** A preview is made of the whole body. */
const MAX_PREVIEW = 64 * 1024 * 1024;

type Mode = 'pretty' | 'raw' | 'tree' | 'preview' | 'hex';

/** The body in the forms that fit it. */
export function BodyView({ response }: { response: SentResponse }) {
  const { client } = useApp();
  const { contentType, text, runId, size } = response;
  const type = mediaType(contentType);
  const isJson = /json/.test(type) || (text !== null && /^\s*[[{]/.test(text));
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const isPicture = type.startsWith('image/');
  const isPdf = type === 'application/pdf';
  const canPreview = (isHtml || isPicture || isPdf) && size <= MAX_PREVIEW;
  const isText = text !== null || /^text\/|json|xml|javascript|html|csv/.test(type);
  const modes: Mode[] = [
    ...(isText && isJson ? (['pretty'] as const) : []),
    ...(isText ? (['raw'] as const) : []),
    ...(isJson && isText ? (['tree'] as const) : []),
    ...(canPreview ? (['preview'] as const) : []),
    'hex',
  ];
  const [mode, setMode] = useState<Mode>(!isText && canPreview ? 'preview' : (modes[0] ?? 'hex'));
  if (size === 0) return <p className={shared['quiet']}>The answer has no body.</p>;
  const labels: Record<Mode, string> = { pretty: 'Pretty', raw: 'Raw', tree: 'Tree', preview: 'Preview', hex: 'Hex' };
  return (
    <>
      <div className={shared['bodyBar']}>
        <SegmentedControl
          size="xs"
          aria-label="Form of the body"
          data={modes.map((value) => ({ value, label: labels[value] }))}
          value={mode}
          onChange={(value) => setMode(value)}
        />
        {text !== null && (
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? 'Copied' : 'Copy the body'}>
                <ActionIcon size={24} variant="subtle" color="gray" aria-label="Copy the body" onClick={copy}>
                  {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        )}
        <Tooltip label="Save to a file">
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label="Save the body to a file"
            onClick={() => void download(client, response).catch(showError)}
          >
            <IconDownload size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      {mode === 'tree' && <JsonTree runId={runId} />}
      {mode === 'hex' && <LineView runId={runId} form="hex" label="Bytes of the body" />}
      {mode === 'preview' && <Preview response={response} kind={isHtml ? 'html' : isPdf ? 'pdf' : 'picture'} />}
      {(mode === 'pretty' || mode === 'raw') &&
        (text === null ? (
          <LineView key={mode} runId={runId} form={mode} label="Body of the response" />
        ) : (
          <Text text={text} mode={mode} contentType={contentType} />
        ))}
    </>
  );
}

function Text({ text, mode, contentType }: { text: string; mode: 'pretty' | 'raw'; contentType: string }) {
  const shown = useMemo(() => (mode === 'pretty' ? pretty(text) : text), [text, mode]);
  const language =
    /json/i.test(contentType) || mode === 'pretty'
      ? 'body-json'
      : /html/i.test(contentType)
        ? 'html'
        : /xml/i.test(contentType)
          ? 'xml'
          : 'plaintext';
  return <CodeEditor label="Body of the response" language={language} value={shown} />;
}

function Preview({ response, kind }: { response: SentResponse; kind: 'html' | 'pdf' | 'picture' }) {
  const { client } = useApp();
  const [url, setUrl] = useState<string>();
  const [html, setHtml] = useState(response.text ?? undefined);
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    const load = async () => {
      const bytes = await readAll(client, response);
      if (gone) return;
      if (kind === 'html') return setHtml(await bytes.text());
      made = URL.createObjectURL(bytes);
      setUrl(made);
    };
    if (kind !== 'html' || response.text === null) load().catch(showError);
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [client, response, kind]);
  if (kind === 'html') return <SandboxedPage html={html ?? ''} title="Preview" />;
  if (!url) return <p className={shared['quiet']}>Reading…</p>;
  if (kind === 'pdf') return <iframe className={classes['frame']} src={url} title="Preview" />;
  return <img className={classes['image']} src={url} alt="The answer" />;
}

async function readAll(client: HostClient, { runId, size, contentType }: SentResponse): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < size; from += PIECE) {
    const { base64 } = await client.call('body.bytes', { runId, from, count: PIECE });
    pieces.push(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
  }
  // Only what is a picture or a PDF keeps its type: a page may not come to life as one of ours.
  const named = mediaType(contentType);
  const type = /^image\/|^application\/pdf$/.test(named) ? named : 'application/octet-stream';
  return new Blob(pieces, { type });
}

async function download(client: HostClient, response: SentResponse): Promise<void> {
  const url = URL.createObjectURL(await readAll(client, response));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What the server calls it, or the end of the address. */
function fileNameOf({ headers, hops, contentType }: SentResponse): string {
  const disposition = headers.find(({ name }) => name.toLowerCase() === 'content-disposition')?.value ?? '';
  const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  if (named) return named;
  const last = /([^/?#]+)(?:[?#].*)?$/.exec(hops.at(-1)?.url.replace(/^https?:\/\/[^/]+/, '') ?? '')?.[1] ?? 'response';
  const extension = /json|xml|html|csv|pdf|png|jpeg|gif|webp|svg/i.exec(contentType)?.[0].toLowerCase() ?? 'txt';
  return last.includes('.') ? last : `${last}.${extension}`;
}

/** Only white space is changed: numbers and repeated members stay as they came, which JSON.parse would lose. */
function pretty(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let [depth, out] = [0, ''];
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      out += token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      out = /[[{]\s*$/.test(out.slice(-2000)) ? out.trimEnd() + token : out + line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  }
  return out;
}
