/** The active filters of the list, each with its text and the change that removes it. */
import type { ProviderInfo } from '../../../contract/webhooks/webhook-provider-calls.ts';
import { periodLabel } from './filter-period.ts';
import type { FilterChange, FilterName, WebhookStore } from '../webhook-state.ts';

export interface ActiveFilter {
  label: string;
  /** The change of the filter that removes it; `period` removes the time of arrival. */
  ends: FilterChange | 'period';
}
type FilterState = Pick<WebhookStore, 'filter' | 'period' | 'kinds'> & { providers: readonly ProviderInfo[] };

export const verdictLabels = { documented: 'As documented', differs: 'Differs', unknown: 'Unknown kind' };

/** All filters except the search, whose text is shown in its field. */
export function activeFilters({ filter, period, kinds, providers }: FilterState): ActiveFilter[] {
  const titleOfKind = kinds.find(({ kind }) => kind === filter.kind)?.title ?? filter.kind;
  const labels: Partial<Record<FilterName, string | false | undefined>> = {
    pinned: filter.pinned && 'Pinned',
    refused: filter.refused && 'Refused',
    method: filter.method,
    path: filter.path,
    provider: providers.find(({ id }) => id === filter.provider)?.name ?? filter.provider,
    event: filter.event,
    kind: titleOfKind,
    code: filter.code === 'any' ? 'With a code' : filter.code,
    verdict: filter.verdict && verdictLabels[filter.verdict],
    chat: filter.chat,
    idMessage: filter.idMessage,
  };
  const timed = period && periodLabel(period) !== '' ? [{ label: periodLabel(period), ends: 'period' as const }] : [];
  const others = Object.entries(labels).filter(([, label]) => label);
  return [...timed, ...others.map(([name, label]) => ({ label: String(label), ends: { [name]: undefined } }))];
}
