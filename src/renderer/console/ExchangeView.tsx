import { Loader, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { StoredContent, StoredExchange } from '../../contract/http/http.ts';
import { toFailure } from '../../contract/errors.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { sizeText } from '../ui/labels/size.ts';
import { useKept } from '../ui/lists/use-kept.ts';
import classes from './exchange.module.css';

type Part = 'response' | 'request';
const chosenParts = new WeakMap<object, Part | undefined>();

/**
 * Headers and bodies of a request and its response, read when it is shown.
 * @param props.owner what it belongs to, for which the chosen part is remembered
 */
export function ExchangeView({ owner, load }: { owner: object; load: () => Promise<StoredExchange | null> }) {
  const [part, setPart] = useKept<Part | undefined>(chosenParts, owner, undefined);
  const [exchange, setExchange] = useState<StoredExchange | null | 'loading'>('loading');
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setExchange(loaded),
      (error: unknown) => isCurrent && setProblem(toFailure(error).message),
    );
    return () => void (isCurrent = false);
    // Loaded once for each exchange: for another one the caller sets another key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (problem !== undefined) return <EmptyState text={problem} />;
  if (exchange === 'loading') return <Loader size={14} m={8} aria-label="Reading" role="img" />;
  if (exchange === null) {
    return <EmptyState text="The headers and bodies of this request were not stored, to bound the size of the run." />;
  }
  const { request, response } = exchange;
  return (
    <Tabs
      value={part ?? (response ? 'response' : 'request')}
      onChange={(value) => setPart(value as Part)}
      keepMounted={false}
      className={classes['exchange'] ?? ''}
    >
      <Tabs.List>
        <Tabs.Tab value="response" disabled={!response}>
          Response
        </Tabs.Tab>
        <Tabs.Tab value="request">Request</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="response">{response && <Content content={response} />}</Tabs.Panel>
      <Tabs.Panel value="request">
        <Content content={request} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Content({ content: { headers, body, size, missing } }: { content: StoredContent }) {
  return (
    <>
      <dl className={classes['headers']}>
        {headers.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{visibleText(name)}</dt>
            <dd>{visibleText(value)}</dd>
          </div>
        ))}
      </dl>
      {missing === 'truncated' && (
        <p className={classes['note']}>
          Only the beginning of the body was stored{size === null ? '' : `; it has ${sizeText(size)}`}.
        </p>
      )}
      {missing === 'binary' && (
        <p className={classes['note']}>
          The body is not text and was not stored{size === null ? '' : ` (${sizeText(size)})`}.
        </p>
      )}
      {body !== '' && <pre className={classes['body']}>{visibleText(body, { lines: true })}</pre>}
      {body === '' && missing === null && <p className={classes['note']}>No body.</p>}
    </>
  );
}
