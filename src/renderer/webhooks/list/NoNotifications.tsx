import { useApp, useFrom } from '../../context/app-context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { showError } from '../../ui/messages/notify.ts';

/** Suggestions for an empty list of notifications. */
export function NoNotifications({ onSample }: { onSample: () => void }) {
  const { webhooks: store } = useApp();
  const isFiltered = useFrom('webhooks', (state) => Object.keys(state.filter).length > 0);
  const listening = useFrom('webhooks', (state) => state.status?.listening ?? false);
  const { clearFilter, listen } = store.getState();
  const action = isFiltered
    ? { text: 'No notification matches the filter.', label: 'Show all', run: () => void clearFilter().catch(showError) }
    : listening
      ? {
          text: 'Nothing has arrived yet. Give the service the address above, or try a sample.',
          label: 'Send a sample',
          run: onSample,
        }
      : {
          text: 'Switch the listener on, then give the service its address.',
          label: 'Listen',
          run: () => void listen({ on: true }).catch(showError),
        };
  return <EmptyState text={action.text} action={{ label: action.label, onClick: action.run }} />;
}
