/** The shown tab of a request or folder: the last selected one, until a script or a search hit is opened. */
import { useState } from 'react';
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
  const requestedScript = useRequestedScript();
  const place = useSearchPlace();
  const requestedPlace = `${requestedScript?.key ?? ''} ${place.turn}`;
  const [items, setItems] = useState<ReadonlyMap<string, { tab: string; requestedPlace: string }>>(new Map());
  const set = (tab: string) => setItems((before) => new Map(before).set(id, { tab, requestedPlace }));
  const known = items.get(id);
  const tab =
    known?.requestedPlace === requestedPlace
      ? known.tab
      : (place.tab ?? (requestedScript && tabOfScript(requestedScript)) ?? known?.tab ?? first);
  // Stored at once, because further input may make another tab the first one.
  if (known?.requestedPlace !== requestedPlace) set(tab);
  return { tab, requestedPlace, choose: set };
}
