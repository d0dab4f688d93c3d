import { Tabs } from '@mantine/core';
import type { SentResponse } from '../../contract/collection.ts';
import type { Failure } from '../../contract/errors.ts';
import type { RunState } from '../../contract/fold-run.ts';
import { useFrom } from '../context/app-context.ts';
import { duration } from '../ui/duration.ts';
import { BodyView } from './BodyView.tsx';
import type { OpenRequest } from '../collection/open-item.ts';
import { SandboxedPage } from './SandboxedPage.tsx';
import { StatusLabel } from '../ui/StatusLabel.tsx';
import { sizeText } from '../ui/size.ts';
import classes from './response.module.css';
import shared from '../ui/shared.module.css';

/** What came back: body, headers, cookies, tests, where the time went. */
export function ResponseView({ open }: { open: OpenRequest }) {
  const { response } = open;
  const own = useFrom('runs', (state) => state.runs.find(({ runId }) => runId === open.run));
  const running = own?.status === 'running';
  const failure = own && !running && own.status !== 'stopped' ? failureOf(own) : undefined;
  if (own?.live && (running || !response || response.runId !== own.runId))
    return <Live live={own.live} ended={!running} failure={failure} />;
  if (!response || (running && response.runId !== own.runId)) {
    return (
      <div className={shared['quiet']} role="status">
        {failure && <Failed failure={failure} />}
        {running
          ? 'Sending…'
          : own && own.status !== 'passed'
            ? !failure && 'There is no answer; the console says why.'
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
      className={shared['tabs'] ?? ''}
      classNames={{ list: shared['tabList'] ?? '', tab: shared['tab'] ?? '', panel: shared['panel'] ?? '' }}
      aria-label="Response"
    >
      <Tabs.List>
        <span className={classes['status']}>
          <StatusLabel status={response.status} statusText={response.statusText} testId="response-status" />
        </span>
        <span className={classes['measure']}>
          {duration(total)} · {sizeText(response.size)}
          {response.hops.length > 1 && ` · ${response.hops.length} hops`}
          {response.httpVersion !== '1.1' && ` · HTTP/${response.httpVersion}`}
        </span>
        <Tabs.Tab value="body">Body</Tabs.Tab>
        <Tabs.Tab value="headers">Headers ({response.headers.length})</Tabs.Tab>
        {response.cookies.length > 0 && <Tabs.Tab value="cookies">Cookies ({response.cookies.length})</Tabs.Tab>}
        <Tabs.Tab value="tests">Tests{passed + failed > 0 ? ` ${passed}/${passed + failed}` : ''}</Tabs.Tab>
        {own?.visualization !== undefined && <Tabs.Tab value="visual">Visual</Tabs.Tab>}
        <Tabs.Tab value="timing">Timing</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="body">
        <BodyView key={response.runId} response={response} />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <Pairs pairs={response.headers} />
      </Tabs.Panel>
      <Tabs.Panel value="cookies">
        <Pairs
          pairs={response.cookies.map((text) => {
            const [pair = '', ...rest] = text.split(';');
            const [name = '', ...value] = pair.split('=');
            return { name: name.trim(), value: [value.join('='), ...rest.map((one) => one.trim())].join(' · ') };
          })}
        />
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
          <p className={shared['quiet']}>No tests; pm.test in the post-response script makes one.</p>
        )}
      </Tabs.Panel>
      {own?.visualization !== undefined && (
        <Tabs.Panel value="visual">
          <SandboxedPage html={own.visualization} title="Made by the script" />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="timing">
        <Timing response={response} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Why the last send of a run has no answer. */
function failureOf({ entries }: RunState): Failure | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.kind === 'single' && entry.event.type === 'request.answered') return entry.event.failure;
  }
  return undefined;
}

function Failed({ failure }: { failure: Failure }) {
  return (
    <div className={classes['failed']} role="alert">
      <b>{failure.message}</b>
      <div>{failure.remedy}</div>
    </div>
  );
}

/** An answer while it arrives; events of a stream one below the other. */
function Live(props: {
  live: { status: number; statusText: string; contentType: string; text: string; bytes: number };
  ended: boolean;
  failure: Failure | undefined;
}) {
  const { live, ended, failure } = props;
  const isStream = live.contentType.includes('event-stream');
  return (
    <div className={classes['live']}>
      <div className={classes['liveHead']}>
        <span className={classes['status']}>
          <StatusLabel status={live.status} statusText={live.statusText} testId="response-status" />
        </span>
        <span className={classes['measure']} role="status">
          {sizeText(live.bytes)} {!ended ? 'so far…' : failure ? 'until it broke off' : 'until it was stopped'}
        </span>
      </div>
      {failure && <Failed failure={failure} />}
      {isStream ? (
        <ol className={classes['events']} aria-label="Events" tabIndex={0}>
          {eventsOf(live.text).map(({ event, id, data }, index) => (
            <li key={index}>
              <b>{event}</b>
              {id !== '' && <small>{id}</small>}
              <pre>{data}</pre>
            </li>
          ))}
        </ol>
      ) : (
        <pre className={classes['liveText']} tabIndex={0}>
          {live.text.slice(-50_000)}
        </pre>
      )}
    </div>
  );
}

/** Server-sent events (HTML standard, 9.2), the newest last. */
function eventsOf(text: string): { event: string; id: string; data: string }[] {
  return text
    .split(/\r?\n\r?\n/)
    .slice(-500)
    .flatMap((block) => {
      const values = (field: string) =>
        block
          .split(/\r?\n/)
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
      const data = values('data');
      if (data.length === 0) return [];
      return [{ event: values('event').at(-1) ?? 'message', id: values('id').at(-1) ?? '', data: data.join('\n') }];
    });
}

export function Pairs({ pairs }: { pairs: { name: string; value: string }[] }) {
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
              <Pairs pairs={hop.requestHeaders} />
            </details>
          </div>
        );
      })}
    </div>
  );
}
