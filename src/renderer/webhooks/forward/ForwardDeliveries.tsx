import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Delivery } from '../../../contract/webhooks/forwarding-calls.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { StatusLabel } from '../../ui/labels/StatusLabel.tsx';
import { CompareTwo } from '../detail/compare/CompareTwo.tsx';
import classes from './forward.module.css';

/** The number of rows that are shown before the person asks for all. */
const FIRST = 3;

/** Responses of servers to the sent notification; nothing if it was not sent. */
export function ForwardDeliveries({ notification }: { notification: number }) {
  const { forwarding } = useApp();
  const deliveries = useFrom('forwarding', (state) => state.deliveries);
  const [all, setAll] = useState(false);
  const [comparing, setComparing] = useState(false);
  useEffect(() => void forwarding.getState().showDeliveries(notification).catch(showError), [forwarding, notification]);
  if (deliveries.length === 0 || deliveries[0]?.notification !== notification) return null;
  return (
    <section className={classes['deliveries']} aria-label="Forwarded and replayed">
      <DeliveryTable deliveries={all ? deliveries : deliveries.slice(0, FIRST)} label="Responses of your servers" />
      <Group gap={6}>
        {!all && deliveries.length > FIRST && (
          <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
            Show all {deliveries.length}
          </Button>
        )}
        {deliveries.length > 1 && (
          <Button size="compact-xs" variant="subtle" onClick={() => setComparing(true)}>
            Compare responses…
          </Button>
        )}
      </Group>
      {comparing && <CompareResponses deliveries={deliveries} onClose={() => setComparing(false)} />}
    </section>
  );
}

export function DeliveryTable({ deliveries, label }: { deliveries: readonly Delivery[]; label: string }) {
  return (
    <table className={classes['table']} aria-label={label}>
      <tbody>
        {deliveries.map((delivery, index) => (
          <tr key={`${delivery.id} ${index}`}>
            <td>{delivery.kind === 'forward' ? 'Forwarded' : 'Replayed'}</td>
            <td>#{delivery.notification}</td>
            <td>
              <StatusLabel status={delivery.status} />
            </td>
            <td>{delivery.durationMs} ms</td>
            <td className={classes['wide']} title={visibleText(delivery.url)}>
              {visibleText(delivery.failure ?? (delivery.text === '' ? 'Empty body' : delivery.text.slice(0, 200)))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Compares two responses, at first the latest two. */
function CompareResponses({ deliveries, onClose }: { deliveries: readonly Delivery[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<[string, string]>(['1', '0']);
  const [before, after] = chosen.map((index) => deliveries[Number(index)]);
  return (
    <CompareTwo
      title="Compare responses"
      choices={deliveries.map((delivery, index) => ({ value: String(index), label: labelOf(delivery) }))}
      chosen={chosen}
      onChoose={setChosen}
      texts={before && after && [responseText(before), responseText(after)]}
      onClose={onClose}
    />
  );
}

const labelOf = ({ at, kind, status, url }: Delivery): string =>
  `${new Date(at).toLocaleTimeString()} ${kind === 'forward' ? 'forwarded' : 'replayed'}: ${status ?? 'no response'} of ${visibleText(url)}`;

/** Status, headers and body as text; JSON is formatted. */
function responseText({ status, headers, text, failure }: Delivery): string {
  let body = text;
  try {
    body = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It is shown unformatted.
  }
  return [failure ?? `Status ${status}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', body].join('\n');
}
