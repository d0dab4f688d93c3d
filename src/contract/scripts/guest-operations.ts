/**
 * The only function that leads out of a script's realm: (operation, text) => text or nothing. Shared by both sides, and
 * without schemas, because nothing but text is passed.
 */
export type HostFunction = (operation: number, text: string) => unknown;

export const operation = {
  // Every script creates this object, which is twice as fast without a prototype.
  __proto__: null,
  message: 0,
  syncCall: 1,
  startTimer: 2,
  stopTimer: 3,
  askIdle: 4,
  locateSyntaxError: 5,
  /** Reports that the script uses this library. */
  useLibrary: 6,
  /** Sends a message for the console; returns a text once no more are accepted. */
  output: 7,
  /** Reports that the script uses a feature that can run its code after its end: the process gets no other script. */
  retire: 8,
  /** Calls `crypto.subtle`, or compresses: `<id> <call as JSON>`; a message of the process is the answer. */
  subtle: 9,
} as const;

/** The message of the process to the script after `askIdle`: what was pending has run. */
export const IDLE = '{"t":"idle"}';

/**
 * Limit of what one script may write to its console, in bytes of its messages; each message counts EVENT_BYTES more,
 * which is about the host's overhead for storing it. Both ends count in the same way: the process does not send more
 * and the host does not accept more, so that a flood of output is bounded in the process, in transit and in the host.
 */
export const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
export const EVENT_BYTES = 100;
/** Limit of the open groups of a console: each line is indented by them. */
export const MAX_GROUP_DEPTH = 20;

/**
 * Limit of the headers of a request that a script sends. The package that reads them takes time quadratic in their
 * number, and a server accepts a hundred or so.
 */
export const MAX_HEADERS = 10_000;

/** The number of callback errors and unhandled rejections after which a script is ended. */
export const MAX_REPORTED_ERRORS = 100;

/**
 * From the innermost to the outermost: `pm.variables` uses the first one that has the name. `request` has the variables
 * of a request and its folders in a Bruno collection, where they have precedence over the environment.
 */
export const scopeNames = ['local', 'data', 'request', 'environment', 'collection', 'globals'] as const;
export type ScopeName = (typeof scopeNames)[number];

/** Begins the names of local variables that hold what a token response had, in a Bruno collection. */
export const TOKEN_VARIABLES = '$oauth2.';

/** Scopes with more values than this stay with the host, which scripts then ask for single values. */
export const MAX_VALUES_SENT = 500;

/** A synchronous call of the process itself, outside of any run: returns the source of a library's chunk. */
export const LIBRARY_CHUNK = 'library.chunk';

/**
 * Libraries that scripts can `require`, by name; there are also some that the sandbox implements with its own
 * functions.
 */
export const scriptLibraries: readonly string[] = [
  'ajv',
  'assert',
  'chai',
  'cheerio',
  'crypto-js',
  'csv-parse/lib/sync',
  'events',
  'iconv-lite',
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
  'string_decoder',
  'tv4',
  'url',
  'util',
  'uuid',
  'xml2js',
];

/**
 * Libraries that only scripts of a Bruno collection can `require`, and those of which they get another version: the one
 * that comes with Bruno. The names of the chunks, by the names of the libraries.
 */
export const brunoLibraries: Readonly<Record<string, string>> = {
  ajv: '~bruno-ajv',
  'ajv-formats': '~bruno-ajv-formats',
  'ajv/dist/2019': '~bruno-ajv-2019',
  'ajv/dist/2020': '~bruno-ajv-2020',
  cheerio: '~bruno-cheerio',
  'crypto-js': '~bruno-crypto-js',
  'csv-parse/sync': '~bruno-csv-parse',
  handlebars: 'handlebars',
  'js-yaml': '~bruno-js-yaml',
  'json-query': '~bruno-json-query',
  uuid: '~bruno-uuid',
  'xml-formatter': '~bruno-xml-formatter',
  yaml: '~bruno-yaml',
};

/** The text that `import()` in a script is rejected with. */
export const IMPORT_REFUSED = 'import() is not available in scripts; use require or pm.require.';
