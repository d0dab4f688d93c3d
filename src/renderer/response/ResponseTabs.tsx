import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SentResponse } from '../../contract/collection/collection.ts';
import type { RunState } from '../../contract/runs/fold-run.ts';
import { BodyView } from './body/BodyView.tsx';
import { cookiePairs, Pairs } from './parts/Pairs.tsx';
import { SandboxedPage } from './body/SandboxedPage.tsx';
import { TestList } from './parts/TestList.tsx';
import { Timing } from './parts/Timing.tsx';
import classes from './response.module.css';
import shared from '../ui/shared.module.css';

/** The parts of a response in tabs, below `children`. */
export function ResponseTabs(props: {
  response: SentResponse;
  run?: RunState | undefined;
  tab: string;
  onTab: (tab: string) => void;
  children: ReactNode;
  /** A further tab, shown before the others. */
  first?: { value: string; label: string; content: ReactNode };
}) {
  const { response, run, onTab, children, first } = props;
  const { passed = 0, failed = 0 } = run?.tests ?? {};
  const isFailed = failed > 0 || (run?.scriptErrors.count ?? 0) > 0;
  const isSent = response.hops.length > 0;
  const missing = [
    ...(response.cookies.length > 0 ? [] : ['cookies']),
    ...(isSent ? [] : ['tests', 'timing']),
    ...(run?.visualization === undefined ? ['visual'] : []),
  ];
  // The tab that was chosen for an earlier response need not exist for this one.
  const tab = missing.includes(props.tab) ? 'body' : props.tab;
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(value ?? 'body')}
      keepMounted={false}
      className={shared['tabs'] ?? ''}
      classNames={{ tab: shared['tab'] ?? '', panel: shared['panel'] ?? '' }}
      aria-label="Response"
    >
      <div className={classes['head']}>
        {children}
        <Tabs.List className={shared['tabList'] ?? ''}>
          {first && <Tabs.Tab value={first.value}>{first.label}</Tabs.Tab>}
          <Tabs.Tab value="body">Body</Tabs.Tab>
          <Tabs.Tab value="headers">Headers ({response.headers.length})</Tabs.Tab>
          {response.cookies.length > 0 && <Tabs.Tab value="cookies">Cookies ({response.cookies.length})</Tabs.Tab>}
          {isSent && (
            <Tabs.Tab value="tests" className={isFailed ? (classes['failedTab'] ?? '') : ''}>
              Tests{passed + failed > 0 ? ` ${passed}/${passed + failed}` : ''}
            </Tabs.Tab>
          )}
          {run?.visualization !== undefined && <Tabs.Tab value="visual">Visual</Tabs.Tab>}
          {isSent && <Tabs.Tab value="timing">Timing</Tabs.Tab>}
        </Tabs.List>
      </div>
      {first && <Tabs.Panel value={first.value}>{first.content}</Tabs.Panel>}
      <Tabs.Panel value="body">
        <BodyView key={response.runId} response={response} />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <Pairs pairs={response.headers} />
      </Tabs.Panel>
      <Tabs.Panel value="cookies">
        <Pairs pairs={cookiePairs(response.cookies)} />
      </Tabs.Panel>
      <Tabs.Panel value="tests">
        <TestList run={run} />
      </Tabs.Panel>
      {run?.visualization !== undefined && (
        <Tabs.Panel value="visual">
          <SandboxedPage html={run.visualization} title="Made by the script" />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="timing">
        <Timing response={response} />
      </Tabs.Panel>
    </Tabs>
  );
}
