import { useState } from 'react';

/**
 * State of a row that is still known when the row is rendered again after it was scrolled out of view.
 * @param owner what the row shows; the state is forgotten together with it
 */
export function useKept<T>(states: WeakMap<object, T>, owner: object, initial: T): [T, (state: T) => void] {
  const [state, setState] = useState(() => states.get(owner) ?? initial);
  return [
    state,
    (next) => {
      states.set(owner, next);
      setState(next);
    },
  ];
}
