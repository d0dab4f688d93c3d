import type { ReactNode } from 'react';
import { LoadResults } from './LoadResults.tsx';
import { LoadSettings } from './LoadSettings.tsx';

/** A load run of the chosen requests: how they are sent, and what was measured. */
export function LoadView({ dataFile }: { dataFile: ReactNode }) {
  return (
    <>
      <LoadSettings dataFile={dataFile} />
      <LoadResults />
    </>
  );
}
