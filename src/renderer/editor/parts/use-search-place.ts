/** The opened hit of a search: the tab of the request or folder that contains it, and its line. */
import type { SearchPart } from '../../../contract/collection/search.ts';
import { useFrom } from '../../context/app-context.ts';

/** Values of the tabs; the name and the address are always in view. */
const tabOf: Partial<Record<SearchPart, string>> = {
  params: 'params',
  headers: 'headers',
  auth: 'auth',
  body: 'body',
  variables: 'variables',
  'before-request': 'pre',
  'after-response': 'post',
  docs: 'docs',
};

export interface ShownPlace {
  /** Undefined: the tab that is shown without a search. */
  tab: string | undefined;
  /** Changes each time a hit is opened. */
  turn: number;
  /** The hit when it is in this part, with its line from 1; the same object until another hit is opened. */
  placeIn(part: SearchPart): { line: number } | undefined;
}

export function useSearchPlace(): ShownPlace {
  const activeId = useFrom('requests', (state) => state.activeId);
  const place = useFrom('search', (state) => (state.place?.id === activeId ? state.place : undefined));
  return {
    tab: place && tabOf[place.part],
    turn: place?.turn ?? 0,
    placeIn: (part) => (place?.part === part ? place : undefined),
  };
}
