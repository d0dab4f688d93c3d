/** Names separated by commas, the first `most` of them, and how many others there are: "a, b and 3 more". */
export function listNames(names: readonly string[], most: number): string {
  const others = names.length - most;
  return `${names.slice(0, most).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
