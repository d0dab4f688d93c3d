/** The account's token stands in the path of every address of the service: it is shown nowhere. */
export function maskToken(url: string): string {
  return url.replace(/(\/waInstance[^/?#\s]+\/[^/?#\s]+\/)[^/?#\s]+/g, '$1(token)');
}
