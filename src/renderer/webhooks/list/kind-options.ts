/** The kinds of notifications as the options of a select field. */
import { visibleText } from '../../../contract/visible-text.ts';
import type { WebhookStore } from '../webhook-state.ts';

/** Kinds with the same title, which differ in a field, have the name of the kind behind it. */
export function kindOptions(kinds: WebhookStore['kinds']): { value: string; label: string }[] {
  const counts = Map.groupBy(kinds, ({ title }) => title);
  return kinds.map(({ kind, title }) => ({
    value: kind,
    label: visibleText((counts.get(title)?.length ?? 0) > 1 ? `${title} (${kind})` : title),
  }));
}
