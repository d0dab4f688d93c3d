import { SegmentedControl } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { SentResponse } from '../../../contract/collection/collection.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { BodyPreview, type PreviewKind } from './BodyPreview.tsx';
import { BodyText } from './BodyText.tsx';
import { isJsonBody } from './body-kind.ts';
import { bodyFileName } from './body-file-name.ts';
import { CopyText } from '../../ui/buttons/CopyText.tsx';
import { JsonPathFilter } from './json/JsonPathFilter.tsx';
import { JsonTree } from './json/JsonTree.tsx';
import { LineView } from './lines/LineView.tsx';
import { SaveBody } from './SaveBody.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import shared from '../../ui/shared.module.css';

/** The preview needs the whole body in the page; the host sends no longer text. */
const MAX_PREVIEW = 32 * 1024 * 1024;

const labels = { pretty: 'Pretty', raw: 'Raw', tree: 'Tree', preview: 'Preview', hex: 'Hex' };
type Mode = keyof typeof labels;

/** The body in the views for its type, with copying, saving and, for JSON, a filter. */
export function BodyView({ response }: { response: SentResponse }) {
  const { response: store } = useApp();
  const { contentType, text, runId, size } = response;
  const type = mediaType(contentType);
  const isJson = isJsonBody(response);
  const isText = text !== null || /^text\/|json|xml|javascript|html|csv/.test(type);
  const preview = size <= MAX_PREVIEW ? previewOf(type) : undefined;
  const canFormat = isText && (isJson || /html|xml/.test(type));
  const modes: Mode[] = [
    ...(canFormat ? (['pretty'] as const) : []),
    ...(isText ? (['raw'] as const) : []),
    ...(isJson && isText ? (['tree'] as const) : []),
    ...(preview ? (['preview'] as const) : []),
    'hex',
  ];
  const [mode, setMode] = useState<Mode>(!isText && preview ? 'preview' : (modes[0] ?? 'hex'));
  const filtering = useFrom('response', (state) => state.filtered === runId);
  const setFiltering = (on: boolean) => store.getState().setFiltered(on ? runId : undefined);
  if (size === 0) return <p className={shared['quiet']}>The response has no body.</p>;
  const shownForm = mode === 'raw' ? 'raw' : 'pretty';
  return (
    <>
      <div className={shared['bodyBar']}>
        <SegmentedControl
          size="xs"
          aria-label="Body format"
          data={modes.map((value) => ({ value, label: labels[value] }))}
          value={filtering ? '' : mode}
          onChange={(value) => {
            if (value !== '') setMode(value);
            if (filtering) setFiltering(false);
          }}
        />
        {isText && (
          <CopyText label="Copy the body" read={async () => (await store.getState().text(runId, shownForm)).text} />
        )}
        <SaveBody hint="Save to a file" name={bodyFileName(response)} body={response} />
        {isJson && isText && (
          <IconButton
            label="Filter with JSONPath"
            size={24}
            variant={filtering ? 'light' : 'subtle'}
            color={filtering ? 'blue' : 'gray'}
            aria-pressed={filtering}
            onClick={() => setFiltering(!filtering)}
          >
            <IconFilter size={14} />
          </IconButton>
        )}
      </div>
      {filtering ? (
        <JsonPathFilter runId={runId} onClose={() => setFiltering(false)} />
      ) : (
        <>
          {mode === 'tree' && <JsonTree runId={runId} />}
          {mode === 'hex' && <LineView runId={runId} form="hex" label="Bytes of the body" />}
          {mode === 'preview' && preview && <BodyPreview response={response} kind={preview} />}
          {(mode === 'pretty' || mode === 'raw') &&
            (text === null ? (
              <LineView key={mode} runId={runId} form={mode} label="Body of the response" />
            ) : (
              <BodyText key={mode} response={response} form={mode} isJson={isJson} />
            ))}
        </>
      )}
    </>
  );
}

function previewOf(type: string): PreviewKind | undefined {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'application/pdf') return 'pdf';
  return type.startsWith('image/') ? 'picture' : undefined;
}
