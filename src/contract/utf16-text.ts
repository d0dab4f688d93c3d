/** The encoding that a byte order mark of UTF-16 names, which programs of Windows write; otherwise undefined. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** The text of bytes that begin with such a mark; otherwise undefined. */
export function utf16Text(bytes: Uint8Array): string | undefined {
  const encoding = utf16Of(bytes);
  return encoding && new TextDecoder(encoding).decode(bytes);
}

/**
 * The text of a file that a person has chosen or dropped, as the host reads a file by its path.
 * @param options.keepsMark true: a byte order mark of UTF-8 stays in the text; default false
 */
export function textOfFile(bytes: ArrayBuffer, { keepsMark = false } = {}): string {
  return utf16Text(new Uint8Array(bytes)) ?? new TextDecoder('utf-8', { ignoreBOM: keepsMark }).decode(bytes);
}
