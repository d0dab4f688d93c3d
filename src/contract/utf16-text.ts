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
