/** The text without its percent-encoding; a text that is not encoded correctly is returned as it is. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
