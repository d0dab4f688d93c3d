import type { SentResponse } from '../../../contract/collection/collection.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { Pairs } from './Pairs.tsx';
import classes from '../response.module.css';

/** For each hop, its phases one after another as bars, in proportion to the longest hop. */
export function Timing({ response }: { response: SentResponse }) {
  const longest = Math.max(1, ...response.hops.map((hop) => hop.timings.total));
  return (
    <div className={classes['timing']}>
      {response.hops.map((hop, index) => {
        const { dns, tcp, tls, reused, firstByte, download, total } = hop.timings;
        const unmeasured = reused === true ? 'connection reused' : tcp === undefined ? 'not measured' : 'not needed';
        const connecting = (dns ?? 0) + (tcp ?? 0) + (tls ?? 0);
        const phases: [string, number | undefined][] = [
          ['DNS', dns],
          ['TCP', tcp],
          ['TLS', tls],
          ['Waiting', Math.max(0, firstByte - connecting)],
          ['Download', download],
        ];
        const startOf = (phase: number) => phases.slice(0, phase).reduce((sum, [, ms = 0]) => sum + ms, 0);
        return (
          <div key={index}>
            <b>{visibleText(`${hop.method} ${hop.url} ${hop.status}`)}</b>
            {phases.map(([name, ms], phase) => (
              <div key={name}>
                <span>{name}</span>
                <Bar start={startOf(phase) / longest} length={(ms ?? 0) / longest} />
                <span>{ms === undefined ? unmeasured : `${ms.toFixed(1)} ms`}</span>
              </div>
            ))}
            <div>
              <span>Total</span>
              <Bar start={0} length={total / longest} />
              <span>{total.toFixed(1)} ms</span>
            </div>
            <details>
              <summary>Request headers as sent</summary>
              <Pairs pairs={hop.requestHeaders} />
            </details>
          </div>
        );
      })}
    </div>
  );
}

/** Between 0 and 1, as parts of the width. The duration beside it says the same to screen readers. */
function Bar({ start, length }: { start: number; length: number }) {
  return (
    <span className={classes['bar']} aria-hidden>
      {length > 0 && <i style={{ marginLeft: `${start * 100}%`, width: `${length * 100}%` }} />}
    </span>
  );
}
