/** Parts of the window that its first screen does not show: their code is fetched after it, or when they are shown. */
import { lazy, Suspense, useState, type ComponentType } from 'react';

export interface LoadedLater {
  (): React.ReactElement;
  /** Fetches the code, so that the part is drawn at once when it is shown. */
  preload(): Promise<unknown>;
}

/** @param load imports the part. What was fetched before is drawn in the same frame, without an empty one before it. */
export function loadLater(load: () => Promise<ComponentType>): LoadedLater {
  let Loaded: ComponentType | undefined;
  const fetchPart = async () => ({ default: (Loaded = await load()) });
  const Waiting = lazy(fetchPart);
  function Part() {
    // Not exchanged while it is shown: that would draw the part anew, and forget its state.
    const [Shown] = useState<ComponentType>(() => Loaded ?? Waiting);
    return (
      <Suspense fallback={null}>
        <Shown />
      </Suspense>
    );
  }
  return Object.assign(Part, { preload: fetchPart });
}
