/** The class of an HTTP status, `1` to `5`; `error` where there is no response or no such class. */
export function statusClass(status: number | null): string {
  const first = Math.floor((status ?? 0) / 100);
  return first >= 1 && first <= 5 ? String(first) : 'error';
}
