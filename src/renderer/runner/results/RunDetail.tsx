import { UnstyledButton } from '@mantine/core';
import type { ReportPlace, ReportRequest } from '../../../contract/runs/report.ts';
import { visibleLines, visibleText } from '../../../contract/visible-text.ts';
import { ExchangeView } from '../../console/ExchangeView.tsx';
import { useApp, useFrom } from '../../context/app-context.ts';
import { Chip } from '../../ui/labels/Chip.tsx';
import { duration } from '../../ui/labels/duration.ts';
import { MethodLabel } from '../../ui/labels/MethodLabel.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { sizeText } from '../../ui/labels/size.ts';
import { StatusLabel } from '../../ui/labels/StatusLabel.tsx';
import { changedTests } from './compare-runs.ts';
import { notSentText, rowState } from './row-state.ts';
import classes from '../runner.module.css';

const signs = { passed: '✓', failed: '✗', skipped: '–' };

/** One request of a run: its results, the sent request and the response. */
export function RunDetail(props: { request: ReportRequest; isUnderWay: boolean; before: ReportRequest | undefined }) {
  const { request, isUnderWay, before } = props;
  const { app, requests, response, runner } = useApp();
  const shownId = useFrom('runner', (state) => state.shownId);
  const open = () => {
    app.getState().show('requests');
    void requests.getState().select(request.id).catch(showError);
  };
  const showLine = (place: ReportPlace) => {
    app.getState().show('requests');
    void response
      .getState()
      .showScript({ ...place, column: place.column ?? 1 })
      .catch(showError);
  };
  const changed = changedTests(before, request);
  const { state, isSent } = rowState(request, isUnderWay);
  return (
    <div className={classes['detail']} role="region" aria-label="Details of the request" tabIndex={0}>
      <p>
        {request.url !== '' && (
          <code>
            <MethodLabel method={request.method} /> {request.url}
          </code>
        )}
        <span>
          {isSent ? <StatusLabel status={request.status} statusText={request.statusText} /> : notSentText(state)}
          {request.status !== null && ` · ${sizeText(request.size)} · ${duration(request.durationMs)}`}
        </span>
        {before && (
          <small>
            Before: {before.status ?? 'no response'}, {duration(before.durationMs)}
          </small>
        )}
        <UnstyledButton onClick={open}>Open the request</UnstyledButton>
      </p>
      {[...(request.failure ? [`${request.failure.message} ${request.failure.remedy}`] : []), ...request.errors].map(
        (problem, index) => (
          <pre key={index}>{visibleLines(problem)}</pre>
        ),
      )}
      {request.errorPlace && <ToLine place={request.errorPlace} onShow={showLine} />}
      <ul>
        {request.tests.map((test, index) => (
          <li key={index} data-outcome={test.state}>
            {signs[test.state]} {visibleText(test.name)}{' '}
            {changed.has(test.name) && <Chip tone="warn">was {changed.get(test.name)}</Chip>}
            {test.place && <ToLine place={test.place} onShow={showLine} />}
            {test.error && <small>{visibleLines(test.error)}</small>}
          </li>
        ))}
      </ul>
      {isSent && (
        <ExchangeView
          key={`${shownId} ${request.index}`}
          owner={request}
          load={() => runner.getState().exchange(request.index)}
        />
      )}
    </div>
  );
}

function ToLine({ place, onShow }: { place: ReportPlace; onShow: (place: ReportPlace) => void }) {
  return (
    <UnstyledButton className={classes['toLine'] ?? ''} onClick={() => onShow(place)}>
      Go to line {place.line} of the {place.kind} script
    </UnstyledButton>
  );
}
