/**
 * Text in whole lines from text in any pieces. A line longer than `LONGEST` is passed on in parts, so that a program
 * without line ends is seen too.
 */
const LONGEST = 64 * 1024;

export function lineSplitter(onLines: (text: string) => void): { push(text: string): void; end(): void } {
  let unfinishedLine = '';
  return {
    push(text) {
      // Looking forward is many times faster, and says as much where there is none.
      const cut = text.includes('\n') ? text.lastIndexOf('\n') + 1 : 0;
      if (cut > 0) {
        onLines(unfinishedLine + text.slice(0, cut));
        unfinishedLine = text.slice(cut);
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
