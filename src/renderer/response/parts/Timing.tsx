import type { SentResponse } from '../../../contract/collection/collection.ts';
import { Pairs } from './Pairs.tsx';
import classes from '../response.module.css';

/** A bar for each phase of each hop, in proportion to the longest hop. */
export function Timing({ response }: { response: SentResponse }) {
  const total = Math.max(1, ...response.hops.map((hop) => hop.timings.total));
  return (
    <div className={classes['timing']}>
      {response.hops.map((hop, index) => {
        const { dns, tcp, tls, reused, firstByte, download } = hop.timings;
        const unmeasured = reused === true ? 'connection reused' : tcp === undefined ? 'not measured' : 'not needed';
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
                <span>{ms === undefined ? unmeasured : `${ms.toFixed(1)} ms`}</span>
              </div>
            ))}
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
