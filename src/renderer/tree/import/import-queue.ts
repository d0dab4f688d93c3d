/** Imports sources one after another: imports that ran at once would choose the same names. */
import { countText } from '../../../contract/count-text.ts';
import { codedError } from '../../../contract/errors.ts';

/** A named text, or a folder of this computer. */
export interface ImportSource {
  text: string;
  name: string;
  folder: string | null;
}

interface ImportQueue {
  /** Reads and imports sources, after those that were added before. Settles when all have been tried. */
  add(reads: readonly (() => Promise<ImportSource>)[]): Promise<void>;
  /** Stops the import under way; the sources that were added with it and have not begun are not imported. */
  cancel(): void;
}

interface ImportQueueOptions {
  importOne: (source: ImportSource, signal: AbortSignal) => Promise<void>;
  onBusy: (busy: boolean) => void;
  /** Receives the error of a source. The others are imported nevertheless. */
  onFailure: (error: unknown) => void;
}

export function createImportQueue({ importOne, onBusy, onFailure }: ImportQueueOptions): ImportQueue {
  let stopping = new AbortController();
  let last: Promise<void> = Promise.resolve();
  async function importAll(reads: readonly (() => Promise<ImportSource>)[]): Promise<void> {
    stopping = new AbortController();
    const { signal } = stopping;
    onBusy(true);
    for (const [index, read] of reads.entries()) {
      if (signal.aborted) {
        onFailure(notBegun(reads.length - index));
        break;
      }
      await read()
        .then((source) => importOne(source, signal))
        .catch(onFailure);
    }
    onBusy(false);
  }
  return {
    add(reads) {
      last = last.then(() => importAll(reads));
      return last;
    },
    cancel: () => stopping.abort(),
  };
}

const notBegun = (count: number) =>
  codedError('Cancelled', `${countText(count, 'file')} ${count === 1 ? 'was' : 'were'} not imported.`);
