import { notify } from './terminal-text.ts';

/** Returns a function that prints each line of the listener's notice once, as long as its problem lasts. */
export function createListenerNotices(): (notice: string | null) => void {
  let shownLines: readonly string[] = [];
  return (notice) => {
    const lines = notice?.split('\n') ?? [];
    for (const line of lines) if (!shownLines.includes(line)) notify(line);
    shownLines = lines;
  };
}
