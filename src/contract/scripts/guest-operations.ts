/**
 * The one function that leads out of a script's realm: (operation, text) => text or nothing. Known to both sides, and
 * without schemas: nothing but text crosses.
 */
export type HostFunction = (operation: number, text: string) => unknown;

export const operation = {
  // Every script makes this object, and without a prototype in half the time.
  __proto__: null,
  message: 0,
  syncCall: 1,
  startTimer: 2,
  stopTimer: 3,
  askIdle: 4,
  locateSyntaxError: 5,
  /** The script uses this library. */
  useLibrary: 6,
  /** A message for the console; answered by a text once no more of them are sent. */
  output: 7,
  /** The script uses what can run code of it after its end: the process gets no other script. */
  retire: 8,
  /** A call of `crypto.subtle`: `<id> <call as JSON>`, answered by a message of the process. */
  subtle: 9,
} as const;

/**
 * What one script may write to its console, in bytes of its messages; each message counts EVENT_BYTES more, which is
 * about what the host needs to keep it. Both ends count alike: the process does not send more, the host does not take
 * more, so that a flood is bounded in the process, on the way and in the host.
 */
export const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
export const EVENT_BYTES = 100;

/** Errors of callbacks and unhandled rejections that one script may report before it is ended. */
export const MAX_REPORTED_ERRORS = 100;

/**
 * From the nearest to the farthest: `pm.variables` finds a name in the first that has it (pm-api, "Scopes"). `request`
 * has the variables of a request and its folders where Bruno wrote the collection: there they win over the environment.
 */
export const scopeNames = ['local', 'data', 'request', 'environment', 'collection', 'globals'] as const;
export type ScopeName = (typeof scopeNames)[number];

/** Scopes with more values than this stay with the host, which is asked for them by name. */
export const MAX_VALUES_SENT = 500;

/** A synchronous call of the process itself, in no run: the source text of a library's chunk. */
export const LIBRARY_CHUNK = 'library.chunk';

/** Libraries that scripts can `require`, by name; beside them are those that the sandbox makes of what it has. */
export const scriptLibraries: readonly string[] = [
  ...['ajv', 'assert', 'chai', 'cheerio', 'crypto-js', 'csv-parse/lib/sync', 'events', 'iconv-lite'],
  ...[
    'jsonwebtoken',
    'jsrsasign',
    'lodash',
    'mockjs',
    'moment',
    'nanoid',
    'path',
    'postman-collection',
    'punycode',
    'querystring',
    'stream',
  ],
  ...['string_decoder', 'tv4', 'url', 'util', 'uuid', 'xml2js'],
];
