/** Decodes bytes as text, with a U+FFFD for each invalid part, like Node and browsers. */

/** The number of bytes after a first byte, and the bounds of the second one; undefined for an invalid first byte. */
function sequenceOf(first: number): { more: number; low: number; high: number } | undefined {
  if (first >= 0xc2 && first <= 0xdf) return { more: 1, low: 0x80, high: 0xbf };
  if (first >= 0xe0 && first <= 0xef) {
    return { more: 2, low: first === 0xe0 ? 0xa0 : 0x80, high: first === 0xed ? 0x9f : 0xbf };
  }
  if (first >= 0xf0 && first <= 0xf4) {
    return { more: 3, low: first === 0xf0 ? 0x90 : 0x80, high: first === 0xf4 ? 0x8f : 0xbf };
  }
  return undefined;
}

export function utf8Text(bytes: Uint8Array): string {
  const pieces: string[] = [];
  let codes: number[] = [];
  const add = (code: number) => {
    codes.push(code);
    if (codes.length < 8192) return;
    pieces.push(String.fromCodePoint(...codes));
    codes = [];
  };
  for (let index = 0; index < bytes.length;) {
    const first = bytes[index++] ?? 0;
    const sequence = sequenceOf(first);
    if (!sequence) {
      add(first < 0x80 ? first : 0xfffd);
      continue;
    }
    let code = first & (0x3f >> sequence.more);
    let { more, low, high } = sequence;
    // One U+FFFD replaces the longest part that could begin a character.
    for (; more > 0; more -= 1) {
      const next = bytes[index];
      if (next === undefined || next < low || next > high) break;
      code = (code << 6) | (next & 0x3f);
      index += 1;
      [low, high] = [0x80, 0xbf];
    }
    add(more === 0 ? code : 0xfffd);
  }
  return pieces.join('') + String.fromCodePoint(...codes);
}
