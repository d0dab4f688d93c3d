import { Button, SegmentedControl, Tabs } from '@mantine/core';
import { useState } from 'react';
import type { HistoryDetail } from '../../contract/collection/collection.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { CodeEditor } from '../monaco/CodeEditor.tsx';
import { Pairs } from '../response/parts/Pairs.tsx';
import { duration } from '../ui/labels/duration.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MethodLabel } from '../ui/labels/MethodLabel.tsx';
import shared from '../ui/shared.module.css';
import { sizeText } from '../ui/labels/size.ts';
import { StatusLabel } from '../ui/labels/StatusLabel.tsx';
import classes from './history.module.css';

/** One entry of the history with its headers and bodies. */
export function HistoryDetailView({ detail }: { detail: HistoryDetail }) {
  const { commands } = useApp();
  const sent = sentBody(detail);
  return (
    <>
      <div className={classes['head']}>
        <b>
          <MethodLabel method={detail.method} /> {visibleText(detail.url)}
        </b>
        <span>
          <StatusLabel status={detail.status} /> · {new Date(detail.at).toLocaleString()} ·{' '}
          {detail.failure ?? `${sizeText(detail.size)} · ${duration(detail.durationMs)}`}
        </span>
        <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'open-sent')}>
          Open as sent
        </Button>
        <Button size="compact-xs" variant="subtle" color="red" onClick={() => runCommand(commands, 'delete-sent')}>
          Delete
        </Button>
      </div>
      <Tabs
        defaultValue="body"
        keepMounted={false}
        className={shared['tabs'] ?? ''}
        classNames={{ tab: shared['tab'] ?? '', panel: shared['panel'] ?? '' }}
      >
        <Tabs.List>
          <Tabs.Tab value="body">Response</Tabs.Tab>
          <Tabs.Tab value="headers">Headers ({detail.headers.length})</Tabs.Tab>
          <Tabs.Tab value="sent">Sent headers ({detail.requestHeaders.length})</Tabs.Tab>
          {sent !== '' && <Tabs.Tab value="sent-body">Sent body</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="body">
          {detail.truncated && <p className={shared['quiet']}>The first 256 kB of {sizeText(detail.size)}.</p>}
          {detail.text === '' ? (
            <EmptyState text={detail.failure ?? 'The response has no body.'} />
          ) : (
            <ResponseBody text={detail.text} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <Pairs pairs={detail.headers} />
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          <Pairs pairs={detail.requestHeaders} />
        </Tabs.Panel>
        <Tabs.Panel value="sent-body">
          <pre className={classes['sent']}>{sent}</pre>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** The text as it was received, or formatted where that differs. */
function ResponseBody({ text }: { text: string }) {
  const pretty = useFrom('history', (state) => state.pretty);
  const [form, setForm] = useState('pretty');
  return (
    <>
      {pretty !== text && (
        <div className={shared['bodyBar']}>
          <SegmentedControl
            size="xs"
            aria-label="Body format"
            data={[
              { value: 'pretty', label: 'Pretty' },
              { value: 'raw', label: 'Raw' },
            ]}
            value={form}
            onChange={setForm}
          />
        </div>
      )}
      <CodeEditor label="Response" language="body-json" value={form === 'pretty' ? pretty : text} />
    </>
  );
}

/** The body with the names of its variables; files as their paths. */
function sentBody({ edited: { body } }: HistoryDetail): string {
  switch (body.type) {
    case 'none':
      return '';
    case 'form-urlencoded':
      return fieldLines(body.fields);
    case 'multipart-form':
      return fieldLines(body.parts);
    case 'file':
      return body.path;
    case 'graphql':
      return [body.query, body.variables].filter(Boolean).join('\n\n');
    default:
      return body.text;
  }
}
const fieldLines = (fields: readonly { name: string; value: string; disabled?: boolean | undefined }[]) =>
  fields
    .filter(({ disabled }) => !disabled)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n');
