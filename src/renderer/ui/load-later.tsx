/** Loads parts of the window after the first screen, or when they are shown. */
import { lazy, Suspense, useState, type ComponentType } from 'react';

export interface LoadedLater {
  (): React.ReactElement;
  /** Loads the code, so that the part is rendered at once when it is shown. */
  preload(): Promise<unknown>;
}

/**
 * @param load imports the part. A part that is already loaded is rendered in the same frame, without an empty frame
 * before it.
 */
export function loadLater(load: () => Promise<ComponentType>): LoadedLater {
  let Loaded: ComponentType | undefined;
  const fetchPart = async () => ({ default: (Loaded = await load()) });
  const Waiting = lazy(fetchPart);
  function Part() {
    // Not replaced while it is shown, because that would render the part anew and lose its state.
    const [Shown] = useState<ComponentType>(() => Loaded ?? Waiting);
    return (
      <Suspense fallback={null}>
        <Shown />
      </Suspense>
    );
  }
  return Object.assign(Part, { preload: fetchPart });
}
