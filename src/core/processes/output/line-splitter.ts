/**
 * Splits a text that arrives in pieces into whole lines. A line longer than `LONGEST` is passed on in parts, so that
 * the output of a program without line ends is shown, too.
 */
const LONGEST = 64 * 1024;

export function lineSplitter(onLines: (text: string) => void): { push(text: string): void; end(): void } {
  let unfinishedLine = '';
  return {
    push(text) {
      // `includes` is many times faster than `lastIndexOf` where there is no line end.
      const splitIndex = text.includes('\n') ? text.lastIndexOf('\n') + 1 : 0;
      if (splitIndex > 0) {
        onLines(unfinishedLine + text.slice(0, splitIndex));
        unfinishedLine = text.slice(splitIndex);
      } else if (unfinishedLine.length + text.length > LONGEST) {
        onLines(unfinishedLine + text);
        unfinishedLine = '';
      } else {
        unfinishedLine += text;
      }
    },
    end() {
      if (unfinishedLine) onLines(unfinishedLine);
      unfinishedLine = '';
    },
  };
}
