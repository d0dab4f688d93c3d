/** Keeps a text's undo history and cursor as long as its tab is open. */
import type { Stores } from './create-stores.ts';
import { textsOfRequests, textsOfScripts } from '../monaco/texts/texts-of-tabs.ts';

export function keepTextsOfTabs({ app, requests, scripts }: Pick<Stores, 'app' | 'requests' | 'scripts'>): void {
  requests.subscribe(({ open, moved }, before) => {
    if (moved && moved !== before.moved) textsOfRequests.rename(moved.from, moved.to);
    if (open !== before.open) textsOfRequests.keepOnly(new Set(open.map(({ id }) => id)));
  });
  scripts.subscribe(({ open }, before) => {
    const { root } = app.getState().workspace;
    if (open !== before.open) textsOfScripts.keepOnly(new Set(open.map(({ path }) => `${root}/${path}`)));
  });
}
