import { text, type ImportedItem, type ImportWarning, type Json } from './imported.ts';

/** Schemes of addresses that API clients send to; the address of an HTTP request may begin with a variable or a host. */
const OTHER_SCHEME = /^\s*(wss?|grpcs?|mqtts?|tcp|udp|socketio|ftp):\/\//i;

/** A warning for each request whose address is for another protocol than HTTP, because sending it fails. */
export function warnOfOtherSchemes(items: readonly ImportedItem[], above: readonly string[] = []): ImportWarning[] {
  return items.flatMap((item) => {
    const names = [...above, item.name];
    if (!('request' in item)) return warnOfOtherSchemes(item.items, names);
    const { http, graphql } = item.request as { http?: Json; graphql?: Json };
    const [, scheme] = OTHER_SCHEME.exec(text((http ?? graphql)?.['url'])) ?? [];
    const what = `a connection over ${scheme?.toLowerCase()}: the request is there, but only http and https can be sent`;
    return scheme === undefined ? [] : [{ where: names.join(' / '), what }];
  });
}
