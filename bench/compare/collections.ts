/** Turns cases into Postman collections for the port of an engine's server. */
import type { FlowCase, RequestCase } from './cases.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The environment at the beginning of each case, whatever the cases before it have changed. */
const initialEnvironment = { name: 'value', number: '7', empty: '', path: 'a/b', nested: '{{name}}-{{number}}' };

/** A collection with one item for each case, named by the id of the case. */
export function batchCollection(cases: readonly RequestCase[], port: number): object {
  const reset = [
    'pm.environment.clear(); pm.globals.clear(); pm.collectionVariables.clear();',
    `for (const [name, value] of Object.entries(${JSON.stringify({ ...initialEnvironment, url: '$SERVER' })}))`,
    '  pm.environment.set(name, value);',
  ];
  const collection = {
    info: { name: 'Compare', schema },
    event: eventsOf({ prerequest: reset }),
    item: cases.map(({ id, request, prerequest, test, protocolProfileBehavior, variable }) => ({
      name: id,
      request: request ?? '$SERVER/case',
      event: eventsOf({ prerequest, test }),
      ...(protocolProfileBehavior ? { protocolProfileBehavior } : {}),
      ...(variable ? { variable } : {}),
    })),
  };
  return withPort(collection, port);
}

export function flowCollection({ collection, name, asIs }: FlowCase, port: number): object {
  if (asIs) return withPort(collection, port);
  return withPort({ info: { name, schema }, ...(withEvents(collection) as object) }, port);
}

/** Replaces `$SERVER` by the address of the server, and `$PORT` by its port. */
export function withPort<T>(value: T, port: number): T {
  const text = JSON.stringify(value).replaceAll('$SERVER', `http://127.0.0.1:${port}`).replaceAll('$PORT', `${port}`);
  return JSON.parse(text) as T;
}

function eventsOf(scripts: { prerequest?: unknown; test?: unknown }): object[] {
  return Object.entries(scripts).flatMap(([listen, source]) =>
    source === undefined ? [] : [{ listen, script: { type: 'text/javascript', exec: [source].flat() } }],
  );
}

/** Returns the tree with `prerequest` and `test` of each item converted to `event`. */
function withEvents(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const { prerequest, test, item, ...rest } = node as Record<string, unknown>;
  return {
    ...(rest['name'] !== undefined && item === undefined && rest['request'] === undefined
      ? { request: '$SERVER/case' }
      : {}),
    ...rest,
    ...(prerequest === undefined && test === undefined ? {} : { event: eventsOf({ prerequest, test }) }),
    ...(Array.isArray(item) ? { item: item.map(withEvents) } : {}),
  };
}
