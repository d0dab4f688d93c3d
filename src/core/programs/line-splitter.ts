/**
 * Text in whole lines from bytes in any pieces; a character split between two pieces arrives whole. A line
 * longer than `LONGEST` is passed on in parts, so that a program without line ends is seen too.
 */
const LONGEST = 64 * 1024;

export function lineSplitter(onLines: (text: string) => void): { push(chunk: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  const take = (text: string) => {
    rest += text;
    const cut = rest.lastIndexOf('\n') + 1;
    if (cut > 0) {
      onLines(rest.slice(0, cut));
      rest = rest.slice(cut);
    } else if (rest.length > LONGEST) {
      onLines(rest);
      rest = '';
    }
  };
  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    end() {
      take(decoder.decode());
      if (rest) onLines(rest);
      rest = '';
    },
  };
}
