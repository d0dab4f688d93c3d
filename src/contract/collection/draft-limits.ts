/** In UTF-16 units. A longer text is not stored as a draft. */
export const MAX_DRAFT_LENGTH = 8 * 1024 * 1024;

/**
 * Tells whether two texts of a draft differ: a window names with it the text that it replaces. Not for texts that
 * somebody could choose in order to deceive; the same code runs in the page, which has no synchronous digest.
 */
export function draftDigest(text: string): string {
  let [first, second] = [0x811c9dc5, 0x1b873593];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul((second << 5) ^ (second >>> 27) ^ unit, 0x85ebca6b);
  }
  return `${text.length} ${first >>> 0} ${second >>> 0}`;
}
