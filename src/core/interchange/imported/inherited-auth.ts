/**
 * In Postman a folder can switch auth off. OpenCollection has no such folders, so their requests are marked instead.
 */
import type { ImportedItem } from './imported.ts';

/** The items with an explicit "no auth" instead of an inherited one. */
export function withoutInheritedAuth(items: readonly ImportedItem[]): ImportedItem[] {
  return items.map((item) => {
    if ('items' in item) {
      return item.defaults?.auth ? item : { ...item, items: withoutInheritedAuth(item.items) };
    }
    const { http, graphql } = item.request;
    return {
      ...item,
      request: {
        ...item.request,
        ...(http ? { http: withoutInherit(http) } : {}),
        ...(graphql ? { graphql: withoutInherit(graphql) } : {}),
      },
    };
  });
}

function withoutInherit<T extends { auth?: unknown }>(request: T): T {
  if (request.auth !== 'inherit') return request;
  const { auth: _inherited, ...rest } = request;
  return rest as T;
}
