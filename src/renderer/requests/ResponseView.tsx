import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import type { SentResponse } from '../../contract/collection.ts';
import { useFrom } from '../app/app-context.ts';
import { duration } from '../console/console-rows.ts';
import { CodeEditor } from './CodeEditor.tsx';
import classes from './requests.module.css';

/** What came back: body, headers, tests, where the time went. */
export function ResponseView() {
  const response = useFrom('requests', (state) => state.response);
  const run = useFrom('runs', (state) => state.runs.at(-1));
  const responseRun = useFrom('requests', (state) => state.responseRun);
  const own = run?.runId === responseRun ? run : undefined;
  if (!response) {
    return (
      <div className={classes['quiet']} role="status">
        {own?.status === 'running'
          ? 'Sending…'
          : own && own.status !== 'passed'
            ? 'There is no answer; the console says why.'
            : 'Send the request: the answer appears here.'}
      </div>
    );
  }
  const { passed = 0, failed = 0 } = own?.tests ?? {};
  const total = response.hops.reduce((sum, hop) => sum + hop.timings.total, 0);
  return (
    <Tabs
      defaultValue="body"
      keepMounted={false}
      className={classes['tabs'] ?? ''}
      classNames={{ tab: classes['tab'] ?? '', panel: classes['panel'] ?? '' }}
      aria-label="Response"
    >
      <Tabs.List>
        <span
          className={classes['status']}
          data-testid="response-status"
          data-class={Math.floor(response.status / 100)}
        >
          {response.status} {response.statusText}
        </span>
        <span className={classes['measure']}>
          {duration(total)} · {size(response.size)}
        </span>
        <Tabs.Tab value="body">Body</Tabs.Tab>
        <Tabs.Tab value="headers">Headers ({response.headers.length})</Tabs.Tab>
        <Tabs.Tab value="tests">Tests{passed + failed > 0 ? ` ${passed}/${passed + failed}` : ''}</Tabs.Tab>
        {own?.visualization !== undefined && <Tabs.Tab value="visual">Visual</Tabs.Tab>}
        <Tabs.Tab value="timing">Timing</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="body">
        <Body response={response} />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <Pairs pairs={response.headers} />
      </Tabs.Panel>
      <Tabs.Panel value="tests">
        <ul className={classes['tests']}>
          {own?.entries.map((entry, index) =>
            entry.kind === 'single' && entry.event.type === 'test' ? (
              <li key={index} data-state={entry.event.state}>
                {entry.event.state === 'passed' ? '✓' : entry.event.state === 'failed' ? '✗' : '–'} {entry.event.name}
                {entry.event.error && <small>{entry.event.error.message}</small>}
              </li>
            ) : null,
          )}
        </ul>
        {passed + failed === 0 && (
          <p className={classes['quiet']}>No tests; pm.test in the post-response script makes one.</p>
        )}
      </Tabs.Panel>
      {own?.visualization !== undefined && (
        <Tabs.Panel value="visual">
          <iframe className={classes['frame']} sandbox="" srcDoc={own.visualization} title="Made by the script" />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="timing">
        <Timing response={response} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Body({ response }: { response: SentResponse }) {
  const { text, truncated, image, contentType } = response;
  const shown = useMemo(() => (truncated ? text : pretty(text, contentType)), [text, truncated, contentType]);
  if (image !== null)
    return <img className={classes['image']} src={`data:${contentType};base64,${image}`} alt="The answer" />;
  if (response.size === 0) return <p className={classes['quiet']}>The answer has no body.</p>;
  return (
    <>
      {truncated && <p className={classes['quiet']}>The first 2 MB of {size(response.size)}.</p>}
      <CodeEditor label="Body of the response" language="plaintext" value={shown} />
    </>
  );
}

function Pairs({ pairs }: { pairs: { name: string; value: string }[] }) {
  return (
    <dl className={classes['pairs']}>
      {pairs.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One bar a phase, each as long as its part of the whole. */
function Timing({ response }: { response: SentResponse }) {
  const total = Math.max(1, ...response.hops.map((hop) => hop.timings.total));
  return (
    <div className={classes['timing']}>
      {response.hops.map((hop, index) => {
        const { dns, tcp, tls, firstByte, download } = hop.timings;
        const connecting = (dns ?? 0) + (tcp ?? 0) + (tls ?? 0);
        const phases: [string, number | undefined][] = [
          ['DNS', dns],
          ['TCP', tcp],
          ['TLS', tls],
          ['Waiting', Math.max(0, firstByte - connecting)],
          ['Download', download],
        ];
        return (
          <div key={index}>
            <b>
              {hop.method} {hop.url} {hop.status}
            </b>
            {phases.map(([name, ms]) => (
              <div key={name}>
                <span>{name}</span>
                <meter min={0} max={total} value={ms ?? 0} aria-label={name} />
                <span>
                  {ms === undefined ? (tcp === undefined ? 'connection reused' : 'not needed') : `${ms.toFixed(1)} ms`}
                </span>
              </div>
            ))}
            <details>
              <summary>Headers that were sent</summary>
              <Pairs
                pairs={hop.requestHeaders.map(({ name, value }) => ({
                  name,
                  value: /^authorization$/i.test(name) ? '(masked)' : value,
                }))}
              />
            </details>
          </div>
        );
      })}
    </div>
  );
}

function pretty(text: string, contentType: string): string {
  if (!/json/i.test(contentType) && !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
