import { Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../../context/app-context.ts';
import { useRead } from '../../../ui/work/use-read.ts';
import { arrivalTime } from '../../arrival-time.ts';
import { comparisonText, differingParts } from './compare-notifications.ts';
import { CompareTwo } from './CompareTwo.tsx';

/** Two notifications of the list: request line, headers and body, side by side. */
export function CompareNotifications({ ids, onClose }: { ids: [number, number]; onClose: () => void }) {
  const { webhooks: store } = useApp();
  const items = useFrom('webhooks', (state) => state.items);
  const summary = useFrom('webhooks', (state) => state.selected?.summary);
  const [chosen, setChosen] = useState(ids);
  const compared = useRead(
    useCallback(async () => {
      const { readCompared } = store.getState();
      return { of: chosen, two: await Promise.all([readCompared(chosen[0]), readCompared(chosen[1])]) };
    }, [store, chosen]),
  );

  // The shown notification may be older than the loaded ones, or not pass the filter.
  const unlistedSummary = summary && !items.some(({ id }) => id === summary.id) ? [summary, ...items] : items;
  const two = compared?.of === chosen ? compared.two : undefined;
  return (
    <CompareTwo
      title="Compare notifications"
      choices={unlistedSummary.map((item) => ({ value: String(item.id), label: labelOf(item) }))}
      chosen={[String(chosen[0]), String(chosen[1])]}
      onChoose={([first, second]) => setChosen([Number(first), Number(second)])}
      texts={two && [comparisonText(two[0]), comparisonText(two[1])]}
      onClose={onClose}
    >
      {two && (
        <Text size="xs" mb="xs" role="status">
          {sentenceOf(differingParts(...two))}
        </Text>
      )}
    </CompareTwo>
  );
}

const labelOf = ({ id, receivedAt, method, path, title }: NotificationSummary): string =>
  visibleText(`${id} · ${arrivalTime(receivedAt)} · ${method} ${path} · ${title}`);

const sentenceOf = (parts: readonly string[]): string =>
  parts.length === 0 ? 'Method, path, headers and body are the same.' : `Different: ${parts.join(', ')}.`;
