/** Masks the account's token, which is part of the path of every URL of the service. */
export function maskToken(url: string): string {
  // Most addresses have none, and are long.
  if (!url.includes('/waInstance')) return url;
  return url.replace(/(\/waInstance[^/?#\s]+\/[^/?#\s]+\/)[^/?#\s]+/g, '$1(token)');
}
