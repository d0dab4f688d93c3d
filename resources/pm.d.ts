/** The error of a failed program call. */
interface ProgramError extends Error {
  /** For example `ProgramFailed`, `NotAllowed`, `InterpreterNotFound`. */
  code: string;
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** The command as it was executed. */
  command: string;
  durationMs: number;
}
interface ProgramOptions {
  /** For a jar: the class whose method is called, `<package>.<Class>`. */
  className?: string;
  /** For a jar: the method. Required when `className` is given. */
  method?: string;
  /** For a jar: the method's parameter types, such as `['int', 'String[]']`. Inferred when left out. */
  paramTypes?: string[];
  /** For a jar: whether the method is called in a JVM that stays for a minute, so that further calls take 2 ms. */
  warm?: boolean;
  /** Milliseconds after which the program is ended. Default: never. */
  timeout?: number;
  /** Text given to the program's standard input. */
  stdin?: string;
  /** Bytes of stdout, and of stderr, that the program may print. Default: 64 MiB. */
  maxOutput?: number;
  /** Encoding of the output on Windows. Default: cp936. */
  windowsEncoding?: string;
}
interface AsyncProgramOptions extends ProgramOptions {
  /** The program that runs the file, instead of the default interpreter: `'python3'` instead of `python`. */
  command?: string;
  /** Working directory, absolute or relative to the programs directory. */
  cwd?: string;
  /** Environment variables in addition to those of the application. */
  env?: Record<string, string>;
}
/** Variables by name. A value keeps its type as long as the scope exists. */
interface VariableScope {
  /**
   * Whether the scope has a variable of this name.
   *
   * @example pm.environment.has('token');
   */
  has(name: string): boolean;
  /**
   * The value of a variable, or undefined.
   *
   * @example const token = pm.environment.get('token');
   */
  get(name: string): any;
  /**
   * Sets a variable to any value that JSON can represent. A third argument converts the value to `string`, `number`,
   * `boolean`, `array` or `object`.
   *
   * @example pm.environment.set('user', { id: 7 });
   */
  set(name: string, value: unknown, type?: string | { type?: string }): void;
  /**
   * Removes a variable.
   *
   * @example pm.environment.unset('token');
   */
  unset(name: string): void;
  /**
   * Removes all variables of this scope.
   *
   * @example pm.environment.clear();
   */
  clear(): void;
  /**
   * Replaces `{{name}}` by the variable's value, in a text or in every text of an object; dynamic variables such as
   * `{{$guid}}` create a new value each time. A name without a value is not replaced. More than 100,000 replacements,
   * 64 million characters or 200 levels of objects are an error.
   *
   * @example console.log(pm.variables.replaceIn('Hello {{user}}, {{$guid}}'));
   */
  replaceIn<T>(template: T): T;
  /**
   * All variables as an object.
   *
   * @example console.log(pm.environment.toObject());
   */
  toObject(): Record<string, any>;
  /**
   * The scope in the form in which Postman stores it.
   *
   * @example console.log(pm.environment.toJSON().values);
   */
  toJSON(): { name?: string; values: { type: string; key: string; value: any }[] };
}

interface PmHeader {
  key: string;
  value: string;
  disabled?: boolean;
}
/** A list whose items have a key. Keys of headers are compared without regard to upper and lower case. */
interface PmList<T> {
  get(key: string): any;
  one(key: string): T | undefined;
  has(key: string, value?: any): boolean;
  all(): T[];
  count(): number;
  idx(index: number): T | undefined;
  each(visit: (item: T) => void): void;
  map<R>(change: (item: T) => R): R[];
  filter(wanted: (item: T) => boolean): T[];
  find(wanted: (item: T) => boolean): T | undefined;
  toObject(excludeDisabled?: boolean): Record<string, any>;
  add(item: T): void;
  upsert(item: T): boolean | null;
  remove(which: string | ((item: T) => boolean)): void;
  clear(): void;
}
interface PmUrl {
  protocol: string;
  host: string[];
  path: string[];
  query: PmList<{ key: string; value: string; disabled?: boolean }>;
  getHost(): string;
  getPath(): string;
  getPathWithQuery(): string;
  getQueryString(): string;
  update(url: string): void;
  toString(): string;
}
interface PmBody {
  mode: 'raw' | 'urlencoded' | 'formdata' | 'file' | 'graphql';
  raw?: string;
  urlencoded?: PmList<{ key: string; value: string; disabled?: boolean }>;
  formdata?: PmList<{ key: string; value: any; type?: string; disabled?: boolean }>;
  graphql?: { query: string; variables: string };
  update(body: object | string): void;
  isEmpty(): boolean;
  toString(): string;
}
/** The request of this script. It is sent with the changes of the pre-request script. */
interface PmRequest {
  /** `GET`, `POST` and so on. */
  method: string;
  /** The URL; `url.toString()` returns it as text. */
  url: PmUrl;
  /** `add`, `upsert` and `remove` change the headers that are sent. */
  headers: PmList<PmHeader>;
  /** `body.raw` is the text of a raw body. */
  body?: PmBody;
  /** The name of the request in its collection. */
  name: string;
  /** The id of the request. */
  id: string;
  /** Assertions like those of `pm.response`. */
  to: any;
  /** Adds a header. */
  addHeader(header: PmHeader): void;
  /** Removes the headers of this name. */
  removeHeader(name: string): void;
  /** Replaces the header of the same name, or adds it. */
  upsertHeader(header: PmHeader): void;
  /** Adds parameters to the query of the URL. */
  addQueryParams(parameters: object[] | string): void;
  /** Removes the parameters of these names from the query. */
  removeQueryParams(names: string | string[]): void;
  /** Replaces the parts of the request that the object contains. */
  update(request: object): void;
  /** The request as a plain object, in the form in which Postman stores it. */
  toJSON(): any;
}
/** A response: that of the request is `pm.response`, that of `pm.sendRequest` its result. */
interface PmResponse {
  /**
   * The status code.
   *
   * @example pm.test('is 200', () => { pm.expect(pm.response.code).to.equal(200); });
   */
  code: number;
  /**
   * The reason phrase of the status, such as `Not Found`.
   *
   * @example console.log(pm.response.code, pm.response.status);
   */
  status: string;
  /**
   * Milliseconds from sending the request until the last byte of the response.
   *
   * @example pm.test('is fast', () => { pm.expect(pm.response.responseTime).to.be.below(1000); });
   */
  responseTime: number;
  /**
   * The size of the body in bytes.
   *
   * @example console.log(pm.response.responseSize);
   */
  responseSize: number;
  /**
   * The headers; names are compared without regard to upper and lower case.
   *
   * @example console.log(pm.response.headers.get('Content-Type'));
   */
  headers: PmList<PmHeader>;
  /**
   * The cookies that the response sets.
   *
   * @example console.log(pm.response.cookies.count());
   */
  cookies: PmList<any>;
  /**
   * The body as bytes.
   *
   * @example console.log(pm.response.stream.length);
   */
  stream: any;
  /**
   * The body as text.
   *
   * @example console.log(pm.response.text());
   */
  text(): string;
  /**
   * The parsed JSON of the body.
   *
   * @example pm.environment.set('id', pm.response.json().id);
   */
  json(reviver?: (key: string, value: any) => any): any;
  /**
   * Like `json`, for JSON inside a function call (JSONP).
   *
   * @example console.log(pm.response.jsonp());
   */
  jsonp(reviver?: (key: string, value: any) => any): any;
  /**
   * The reason phrase of the status, such as `Not Found`.
   *
   * @example console.log(pm.response.reason());
   */
  reason(): string;
  /**
   * The name and the meaning of the status code.
   *
   * @example console.log(pm.response.details().detail);
   */
  details(): { code: number; name: string; detail: string };
  /**
   * The type, the charset and a file name, from the headers.
   *
   * @example console.log(pm.response.contentInfo().mimeType);
   */
  contentInfo(): { mimeType: string; mimeFormat: string; charset: string; fileName: string; contentType: string };
  /**
   * The body as a `data:` URL.
   *
   * @example console.log(pm.response.dataURI().length);
   */
  dataURI(): string;
  /**
   * The sizes of headers and body and their sum, in bytes.
   *
   * @example console.log(pm.response.size().body);
   */
  size(): { body: number; header: number; total: number };
  /**
   * The compression of the body.
   *
   * @example console.log(pm.response.encoding().format);
   */
  encoding(): { format?: string; source?: string };
  /**
   * Assertions: `have.status`, `have.header`, `have.body`, `have.jsonBody`, `have.jsonSchema`, `be.ok`, `be.json`,
   * `be.success`, `be.clientError`, `have.responseTime.below` and more.
   *
   * @example pm.test('is as promised', () => { pm.response.to.have.jsonSchema({ type: 'object', required: ['id'] }); });
   */
  to: any;
}
/** The cookies of all requests of this workspace. Each function returns a promise, or calls back with (error, result). */
interface PmCookieJar {
  /**
   * The value of a cookie, or null.
   *
   * @example const session = await pm.cookies.jar().get('https://example.com', 'session');
   */
  get(url: string, name: string, callback?: (error: any, value: string | null) => void): Promise<string | null>;
  /**
   * All cookies for a URL.
   *
   * @example const all = await pm.cookies.jar().getAll('https://example.com');
   */
  getAll(url: string, options?: object, callback?: (error: any, cookies: any) => void): Promise<any>;
  /**
   * Stores a cookie: its name and value, a `Set-Cookie` text, or an object.
   *
   * @example await pm.cookies.jar().set('https://example.com', 'session', 'abc');
   */
  set(url: string, cookie: string | object, value?: string, callback?: (error: any, cookie: any) => void): Promise<any>;
  /**
   * Removes one cookie.
   *
   * @example await pm.cookies.jar().unset('https://example.com', 'session');
   */
  unset(url: string, name: string, callback?: (error: any) => void): Promise<void>;
  /**
   * Removes all cookies of a URL.
   *
   * @example await pm.cookies.jar().clear('https://example.com');
   */
  clear(url: string, callback?: (error: any) => void): Promise<void>;
}

/** A notification that has arrived. */
interface WebhookNotification {
  id: number;
  /** For example `outgoing_status_read`; null when the kind is not documented. */
  kind: string | null;
  title: string;
  /** SWE001 to SWE004, or null. */
  code: string | null;
  /** ISO 8601. */
  receivedAt: string;
  /** For example `messaging` or `github`; null when no provider is recognized. */
  provider: string | null;
  /** The provider's name of the event, for example `push`. */
  event: string | null;
  method: string;
  /** Including the query. */
  path: string;
  /** A list where a name occurs more than once. */
  query: Record<string, string | string[]>;
  /** The headers by their names in lower case; repeated ones are joined by a comma. */
  headers: Record<string, string>;
  /** The headers in the order in which they were sent. */
  headerList: { name: string; value: string }[];
  /** The parsed JSON of the body; the text where it is not JSON. */
  body: any;
  /** The body as text, decompressed and decoded. */
  readonly text: string;
  /** The bytes of the body as received. */
  readonly bytes: Uint8Array;
  /**
   * Like `body`, but a number that JavaScript would change, such as 2^53 + 1 or `1.0`, is an object with its text in
   * `rawJSON`. `JSON.stringify` writes that text.
   */
  readonly losslessBody: any;
}
type WebhookFilter = string | object | ((body: any, notification: WebhookNotification) => unknown);
/** A time (Date or ISO 8601 text), a notification, or the start of the run or of the request of this script. */
type WebhookSince = Date | string | WebhookNotification | 'run' | 'request';
interface WebhookWaitOptions {
  /** Only notifications after this are considered. Default: the start of the request of this script. */
  since?: WebhookSince;
  /** Whether notifications that were already returned to this script are returned again. */
  again?: boolean;
}

/** How a notification is signed: by one of the schemes, or by any HMAC, which is described here. */
type WebhookSignature = {
  /** A secret, or several secrets; the signature has to match one of them. */
  secret?: string | string[];
  /** Seconds between the time of the signature and the arrival. Default: 300. */
  tolerance?: number;
  /** The URL that the sender requested, where the headers do not contain it. */
  url?: string;
} & (
  | { scheme?: 'stripe' | 'github' | 'standard-webhooks' | 'slack' | 'shopify' | 'twilio' }
  | {
      scheme: 'hmac';
      /** The header with the signature. */
      header: string;
      /** Default: sha256. */
      algorithm?: 'sha1' | 'sha256' | 'sha384' | 'sha512';
      /** Default: hex. */
      encoding?: 'hex' | 'base64' | 'base64url';
      /** Text before the signature, such as `sha256=`. */
      prefix?: string;
      /** The separator between several signatures in the header. */
      separator?: string;
      /** The signed text, of `{body}`, `{timestamp}`, `{method}`, `{path}`, `{url}` and `{header.NAME}`. Default: `{body}`. */
      signed?: string;
      timestamp?: { header: string; prefix?: string; unit?: 'seconds' | 'milliseconds' };
      /** Default: text. */
      secretEncoding?: 'text' | 'base64' | 'hex';
      secretPrefix?: string;
    }
);

interface Pm {
  /**
   * Runs a program of the programs directory and returns its stdout without the last line end. Rejects with a
   * ProgramError when the exit code is not 0.
   *
   * @example const greeting = await pm.executeAsync('hello.sh', ['world']);
   */
  executeAsync(filePath: string, args?: unknown[], options?: AsyncProgramOptions): Promise<string>;
  /**
   * The older form of executeAsync: it blocks the script, and any output on stderr is a failure.
   *
   * @example const greeting = pm.execute('hello.sh', ['world']);
   */
  execute(filePath: string, args?: unknown[], options?: ProgramOptions): string;
  /**
   * Runs a function as a named test. An async function is awaited, and its rejection fails the test.
   *
   * @example pm.test('is signed', async () => { pm.expect(await pm.executeAsync('hello.sh', ['x'])).to.include('x'); });
   */
  test: {
    (name: string, check: (done: (error?: unknown) => void) => unknown): Pm;
    /**
     * Lists the test as skipped, without running it.
     *
     * @example pm.test.skip('later', () => {});
     */
    skip(name: string, check?: () => unknown): Pm;
    /**
     * The number of tests that the script has defined so far.
     *
     * @example console.log(pm.test.index());
     */
    index(): number;
  };
  /**
   * The `expect` of chai, with assertions for responses.
   *
   * @example pm.expect({ ok: true }).to.deep.equal({ ok: true });
   */
  expect: { (value: unknown, message?: string): any; fail(message?: string): never };
  /**
   * Information about this execution: `eventName`, `iteration`, `iterationCount`, `requestName`, `requestId`.
   *
   * @example console.log(pm.info.requestName, pm.info.iteration);
   */
  info: {
    eventName: 'prerequest' | 'test' | 'script';
    iteration: number;
    iterationCount: number;
    requestName: string;
    requestId: string;
  };
  /**
   * The variables of all scopes. A name is looked up in this script, the data row, the environment, the collection and
   * the globals, in this order. A variable that is set here exists until the end of the run.
   *
   * @example pm.variables.set('once', pm.variables.get('user'));
   */
  variables: VariableScope;
  /**
   * The variables of the selected environment.
   *
   * @example pm.environment.set('token', 'abc');
   */
  environment: VariableScope & { name?: string };
  /**
   * The variables of the collection.
   *
   * @example console.log(pm.collectionVariables.get('baseUrl'));
   */
  collectionVariables: VariableScope;
  /**
   * The variables that exist in every environment.
   *
   * @example pm.globals.set('company', 'ACME');
   */
  globals: VariableScope;
  /**
   * The row of the data file for this iteration.
   *
   * @example console.log(pm.iterationData.toObject());
   */
  iterationData: VariableScope;
  /**
   * The request of this script; a pre-request script can change it.
   *
   * @example pm.request.headers.upsert({ key: 'X-Signature', value: 'abc' });
   */
  request: PmRequest;
  /**
   * The response, in scripts that run after it.
   *
   * @example pm.test('is good', () => { pm.response.to.have.status(200); });
   */
  response: PmResponse;
  /**
   * The cookies for the request's URL; `jar()` gives access to all cookies.
   *
   * @example console.log(pm.cookies.get('session'));
   */
  cookies: PmList<any> & { jar(): PmCookieJar };
  /**
   * Sends another request: a URL, an object, or a Request of postman-collection. Returns a promise, or calls a
   * callback. A file in its body has to be in the workspace, or has to be allowed.
   *
   * @example const response = await pm.sendRequest({ url: 'SERVER/login', method: 'POST', body: { mode: 'raw', raw: '{}' } });
   */
  sendRequest(
    request: string | object,
    callback?: (error: any, response: PmResponse, details: { cookies: PmList<any> }) => void,
  ): Promise<PmResponse>;
  /** The flow of a run, and the place of this request in the collection. */
  execution: {
    /**
     * In a pre-request script: ends the script, and the request is not sent.
     *
     * @example if (pm.environment.get('done')) pm.execution.skipRequest();
     */
    skipRequest(): never;
    /**
     * Sets the request with which the run continues, by its name (the last one of equal names) or its id in Postman; null
   * ends the run.
     *
     * @example pm.execution.setNextRequest('Log out');
     */
    setNextRequest(name: string | null): void;
    /**
     * Names from the collection down to the request; `location.current` is the last of them.
     *
     * @example console.log(pm.execution.location.current);
     */
    location: string[] & { current: string };
    /**
     * Runs another request of the collection with its scripts, and returns its response; null when it skipped itself. It
     * works on the variables of the calling script, which afterwards has those that it has set; `variables` are its own.
     * Its tests are its own in every report, which names the request that has run it. It ends when the calling script
     * ends, so await it. Requests can run each other up to 10 levels deep.
     *
     * @example const login = await pm.execution.runRequest('Log in', { variables: { user: 'a' } }).catch(() => null);
     */
    runRequest(nameOrId: string, options?: { variables?: Record<string, unknown> }): Promise<PmResponse | null>;
  };
  /**
   * Loads a module or a JSON file of the workspace by its path, or an npm package that `outrigger add` has added to the
   * workspace by `npm:`, its name and its version.
   *
   * @example const { sign } = pm.require('lib/sign.js');
   */
  require(path: string): any;
  /**
   * Datasets of Postman's cloud are not available: a call throws an error that says so.
   *
   * @example try { pm.datasets('sales'); } catch (error) { console.log(error.message); }
   */
  datasets(id: string): never;
  /** Secrets of this workspace, which are stored outside of its folder. Each function returns a promise. A request sends one by `{{vault:api-key}}`. */
  vault: {
    /**
     * A secret, or null.
     *
     * @example const key = await pm.vault.get('api-key');
     */
    get(name: string): Promise<string | null>;
    /**
     * Stores a secret, and resolves with its value.
     *
     * @example await pm.vault.set('api-key', 'abc');
     */
    set(name: string, value: string): Promise<string>;
    /**
     * Deletes a secret.
     *
     * @example await pm.vault.unset('api-key');
     */
    unset(name: string): Promise<void>;
  };
  /** Notifications that have arrived since the request of this script began, and those that will arrive. */
  webhooks: {
    /**
     * Waits for the first matching notification, which may have arrived since the request of this script began, or
     * arrives within the time. The filter is a part of a notification's body (regular expressions match texts), a kind,
     * a code, or a function of the body, which may be async; a function that throws matches nothing. A notification
     * that was returned to this script is not returned again without the option `again`.
     *
     * @example const call = await pm.webhooks.waitFor({ typeWebhook: 'incomingCall' }, { timeout: 10000 });
     */
    waitFor(filter?: WebhookFilter, options?: number | WebhookWaitOptions & { timeout?: number }): Promise<WebhookNotification>;
    /**
     * The matching notifications that have arrived since the request of this script began, the oldest first. A large
     * number is read in pages: `limit` is the size of a page, and `since` with the last notification of a page gets the
     * next one.
     *
     * @example console.log(pm.webhooks.list({ typeWebhook: 'incomingCall' }, { since: 'run', limit: 100 }).length);
     */
    list(filter?: WebhookFilter, options?: { since?: WebhookSince; limit?: number }): WebhookNotification[];
    /**
     * Fails when a matching notification has arrived, or arrives within the time.
     *
     * @example await pm.webhooks.expectNone('SWE001', { within: 100 });
     */
    expectNone(filter?: WebhookFilter, options?: number | WebhookWaitOptions & { within?: number }): Promise<void>;
    /**
     * Waits for one notification for each filter, in this order; others may arrive in between. Fails with a timeline of
     * the expected and the received notifications.
     *
     * @example const [call] = await pm.webhooks.expectSequence(['incomingCall'], { within: 10000 });
     */
    expectSequence(filters: WebhookFilter[], options?: number | WebhookWaitOptions & { within?: number }): Promise<WebhookNotification[]>;
    /**
     * Checks the signature of a notification on its received bytes. The default scheme is that of the provider, and the
     * default secrets are those entered in the Webhooks view.
     *
     * @example const { valid, reason } = await pm.webhooks.verify(await pm.webhooks.waitFor(), { scheme: 'github', secret: 's3cret' });
     */
    verify(notification: WebhookNotification, options?: WebhookSignature): Promise<{ valid: boolean; reason: string | null }>;
    /**
     * The URL to which notifications have to be sent.
     *
     * @example console.log(pm.webhooks.url);
     */
    url: string;
  };
  /** A rendered view of the response, beside its body. */
  visualizer: {
    /**
     * Shows the HTML of a Handlebars template with data.
     *
     * @example pm.visualizer.set('<h1>{{title}}</h1>', { title: 'Users' });
     */
    set(template: string, data?: object, options?: object): void;
    /**
     * Removes the view.
     *
     * @example pm.visualizer.clear();
     */
    clear(): void;
  };
}


declare const pm: Pm;

/**
 * Loads a library that is part of the application: ajv, assert, atob, axios, btoa, buffer, chai, cheerio, crypto,
 * crypto-js, csv-parse/lib/sync, events, form-data, fs, iconv-lite, json, jsonwebtoken, jsrsasign, lodash, mockjs, moment, nanoid,
 * node-fetch, os, path, postman-collection, punycode, querystring, stream, string_decoder, timers, tv4, url, util,
 * uuid, xml2js.
 *
 * @example const hash = require('crypto-js').SHA256('text').toString();
 */
declare function require(name: string): any;

interface Console {
  /** @example console.log('got', { id: 7 }); */
  log(...values: unknown[]): void;
  /** @example console.info('begun'); */
  info(...values: unknown[]): void;
  /** @example console.warn('slow'); */
  warn(...values: unknown[]): void;
  /** @example console.error('wrong'); */
  error(...values: unknown[]): void;
  /** @example console.debug('detail'); */
  debug(...values: unknown[]): void;
  /** @example console.dir({ id: 7 }); */
  dir(value: unknown): void;
  /** @example console.table([{ id: 1 }, { id: 2 }]); */
  table(rows: unknown, columns?: string[]): void;
  /** @example console.clear(); */
  clear(): void;
  /** @example console.time('part'); */
  time(name?: string): void;
  /** @example console.timeLog('part'); */
  timeLog(name?: string): void;
  /** @example console.timeEnd('part'); */
  timeEnd(name?: string): void;
  /** @example console.group('login'); */
  group(...values: unknown[]): void;
  /** @example console.groupCollapsed('login'); */
  groupCollapsed(...values: unknown[]): void;
  /** @example console.groupEnd(); */
  groupEnd(): void;
  /** @example console.count('calls'); */
  count(name?: string): void;
  /** @example console.countReset('calls'); */
  countReset(name?: string): void;
  /** @example console.assert(1 === 1, 'never told'); */
  assert(condition: unknown, ...values: unknown[]): void;
  /** @example console.trace('here'); */
  trace(...values: unknown[]): void;
}
declare const console: Console;
declare function setTimeout(callback: (...values: any[]) => void, ms?: number, ...values: unknown[]): number;
declare function setInterval(callback: (...values: any[]) => void, ms?: number, ...values: unknown[]): number;
declare function setImmediate(callback: (...values: any[]) => void, ...values: unknown[]): number;
declare function clearTimeout(id?: number): void;
declare function clearInterval(id?: number): void;
declare function clearImmediate(id?: number): void;
declare function queueMicrotask(callback: () => void): void;
declare function atob(text: string): string;
declare function btoa(text: string): string;
declare const Buffer: any;
declare const URL: any;
declare const URLSearchParams: any;
declare const TextEncoder: any;
declare const TextDecoder: any;
declare const AbortController: any;
declare const AbortSignal: any;
declare const Event: any;
declare const EventTarget: any;
declare const crypto: { getRandomValues<T>(target: T): T; randomUUID(): string };
