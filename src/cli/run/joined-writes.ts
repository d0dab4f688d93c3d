/** Output of a run that is written once in each turn of the event loop: a script can report thousands of tests at once. */

const MAX_CHARACTERS = 64 * 1024;

/**
 * @param write receives the texts of each turn, joined, before anything else happens, and what is left when the process
 * exits within a turn
 */
export function joinWrites(write: (text: string) => unknown): (text: string) => void {
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text !== '') write(text);
  };
  process.on('exit', flush);
  return (text) => {
    if (waiting === '') process.nextTick(flush);
    waiting += text;
    if (waiting.length > MAX_CHARACTERS) flush();
  };
}
