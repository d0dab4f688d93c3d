/** The shown tab of a request or folder: the last selected one, until a script or a search hit is opened. */
import { useState } from 'react';
import { tabOfScript, useWantedScript } from '../../context/wanted-script.ts';
import { useSearchPlace } from './use-search-place.ts';

export interface ShownTab {
  tab: string;
  /** Changes each time a place in the open item is to be shown. */
  asked: string;
  choose(tab: string): void;
}

/**
 * @param id of the open request or folder
 * @param first the tab of an item that is shown for the first time
 */
export function useShownTab(id: string, first: string): ShownTab {
  const wantedScript = useWantedScript();
  const place = useSearchPlace();
  const requestedPlace = `${wantedScript?.key ?? ''} ${place.turn}`;
  const [items, setItems] = useState<ReadonlyMap<string, { tab: string; asked: string }>>(new Map());
  const set = (tab: string) => setItems((before) => new Map(before).set(id, { tab, asked: requestedPlace }));
  const known = items.get(id);
  const tab =
    known?.asked === requestedPlace
      ? known.tab
      : (place.tab ?? (wantedScript && tabOfScript(wantedScript)) ?? known?.tab ?? first);
  // Stored at once: what is typed later may make another tab the first one.
  if (known?.asked !== requestedPlace) set(tab);
  return { tab, asked: requestedPlace, choose: set };
}
