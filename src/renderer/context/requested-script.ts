import type { RequestedScript } from '../response/response-store.ts';
import { useFrom } from './app-context.ts';

/** The script that is to be shown in the open request, folder or collection; its `key` differs each time. */
export function useRequestedScript(): RequestedScript | undefined {
  const activeId = useFrom('requests', (state) => state.activeId);
  return useFrom('response', ({ requestedScript }) => (requestedScript?.id === activeId ? requestedScript : undefined));
}

/** The tab of `RequestParts` and `FolderParts` that has this script. */
export const tabOfScript = ({ kind }: RequestedScript): string => (kind === 'pre-request' ? 'pre' : 'post');
