/**
 * Text in whole lines from text in any pieces. A line longer than `LONGEST` is passed on in parts, so that a program
 * without line ends is seen too.
 */
const LONGEST = 64 * 1024;

export function lineSplitter(onLines: (text: string) => void): { push(text: string): void; end(): void } {
  let rest = '';
  return {
    push(text) {
      rest += text;
      const cut = rest.lastIndexOf('\n') + 1;
      if (cut > 0) {
        onLines(rest.slice(0, cut));
        rest = rest.slice(cut);
      } else if (rest.length > LONGEST) {
        onLines(rest);
        rest = '';
      }
    },
    end() {
      if (rest) onLines(rest);
      rest = '';
    },
  };
}
