import { useEffect } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import classes from '../webhooks.module.css';

/** Lists the errors in the workspace's files of providers. */
export function ProviderProblems() {
  const { webhooks: store } = useApp();
  const problems = useFrom('webhooks', (state) => state.providers?.problems);
  useEffect(() => void store.getState().loadProviders().catch(showError), [store]);
  if (!problems || problems.length === 0) return null;
  return (
    <ul className={classes['notice']} aria-label="Problems of webhook providers">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
