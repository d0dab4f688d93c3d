/** The shown tab of a request or folder: the last selected one, until a script or a search hit is opened. */
import { useLayoutEffect } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { tabOfScript, useRequestedScript } from '../../context/requested-script.ts';
import { useSearchPlace } from './use-search-place.ts';

export interface ShownTab {
  tab: string;
  /** Changes each time a place in the open item is to be shown. */
  requestedPlace: string;
  choose(tab: string): void;
}

/**
 * @param id of the open request or folder
 * @param first the tab of an item that is shown for the first time
 */
export function useShownTab(id: string, first: string): ShownTab {
  const { requests } = useApp();
  const requestedScript = useRequestedScript();
  const place = useSearchPlace();
  const requestedPlace = `${requestedScript?.key ?? ''} ${place.turn}`;
  const shownPart = useFrom('requests', (state) => state.shownParts[id]);
  const isKnown = shownPart?.requestedPlace === requestedPlace;
  const tab = isKnown
    ? shownPart.tab
    : (place.tab ?? (requestedScript && tabOfScript(requestedScript)) ?? shownPart?.tab ?? first);
  const choose = (tab: string) => requests.getState().showPart(id, { tab, requestedPlace });
  // Stored at once, because further input may make another tab the first one.
  useLayoutEffect(() => {
    if (!isKnown) choose(tab);
  });
  return { tab, requestedPlace, choose };
}
