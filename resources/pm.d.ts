/** Where a call of a program came to its end badly. */
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
  /** The program that runs the file, instead of the usual one: `'python3'` instead of `python`. */
  command?: string;
  /** Working directory, absolute or relative to the programs directory. */
  cwd?: string;
  /** Environment variables, on top of the application's own. */
  env?: Record<string, string>;
}
/** Variables by name. What is set is kept as it is, for as long as the scope lives. */
interface VariableScope {
  /**
   * Whether a variable has a value here.
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
   * Gives a variable a value: anything that JSON can carry. A third argument converts it to `string`, `number`, `boolean`,
   * `array` or `object`.
   *
   * @example pm.environment.set('user', { id: 7 });
   */
  set(name: string, value: unknown, type?: string | { type?: string }): void;
  /**
   * Takes a variable away.
   *
   * @example pm.environment.unset('token');
   */
  unset(name: string): void;
  /**
   * Takes all variables of this scope away.
   *
   * @example pm.environment.clear();
   */
  clear(): void;
  /**
   * Puts values in the place of `{{name}}`, in a text or in every text of an object; `{{$guid}}` and its kin make new
   * ones. What has no value stays as it is. More than 100,000 replacements, 64 million characters or 200 levels of
   * objects are an error.
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
/** A list whose items have a key. Keys of headers are found in upper and lower case. */
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
/** The request of this script. What a pre-request script leaves is what is sent. */
interface PmRequest {
  /** `GET`, `POST` and so on. */
  method: string;
  /** The address; `url.toString()` gives it as text. */
  url: PmUrl;
  /** `add`, `upsert` and `remove` change what is sent. */
  headers: PmList<PmHeader>;
  /** `body.raw` is its text, where it is one. */
  body?: PmBody;
  /** The name of the request in its collection. */
  name: string;
  /** The id of the request. */
  id: string;
  /** Assertions, as those of `pm.response`. */
  to: any;
  /** Adds a header. */
  addHeader(header: PmHeader): void;
  /** Removes the headers of this name. */
  removeHeader(name: string): void;
  /** Replaces the header of the same name, or adds it. */
  upsertHeader(header: PmHeader): void;
  /** Adds parameters to the query of the address. */
  addQueryParams(parameters: object[] | string): void;
  /** Removes the parameters of these names from the query. */
  removeQueryParams(names: string | string[]): void;
  /** Replaces the parts of the request that the object names. */
  update(request: object): void;
  /** The request as a plain object, in the form in which Postman stores it. */
  toJSON(): any;
}
/** A response: of the request in `pm.response`, of `pm.sendRequest` in its result. */
interface PmResponse {
  /**
   * The status code.
   *
   * @example pm.test('is 200', () => { pm.expect(pm.response.code).to.equal(200); });
   */
  code: number;
  /**
   * The words behind the status code.
   *
   * @example console.log(pm.response.code, pm.response.status);
   */
  status: string;
  /**
   * Milliseconds from sending until the last byte.
   *
   * @example pm.test('is fast', () => { pm.expect(pm.response.responseTime).to.be.below(1000); });
   */
  responseTime: number;
  /**
   * Bytes of the body.
   *
   * @example console.log(pm.response.responseSize);
   */
  responseSize: number;
  /**
   * The headers, by name in upper or lower case.
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
   * The body as what its JSON says.
   *
   * @example pm.environment.set('id', pm.response.json().id);
   */
  json(reviver?: (key: string, value: any) => any): any;
  /**
   * As `json`, for JSON inside a call of a function.
   *
   * @example console.log(pm.response.jsonp());
   */
  jsonp(reviver?: (key: string, value: any) => any): any;
  /**
   * The words behind the status code.
   *
   * @example console.log(pm.response.reason());
   */
  reason(): string;
  /**
   * What the status code means.
   *
   * @example console.log(pm.response.details().detail);
   */
  details(): { code: number; name: string; detail: string };
  /**
   * Type, charset and a name for a file, from the headers.
   *
   * @example console.log(pm.response.contentInfo().mimeType);
   */
  contentInfo(): { mimeType: string; mimeFormat: string; charset: string; fileName: string; contentType: string };
  /**
   * The body as a `data:` address.
   *
   * @example console.log(pm.response.dataURI().length);
   */
  dataURI(): string;
  /**
   * Bytes of headers, of the body, and both.
   *
   * @example console.log(pm.response.size().body);
   */
  size(): { body: number; header: number; total: number };
  /**
   * How the body was compressed.
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
/** The cookies of every request of this workspace. Each function gives a promise, or calls back with (error, result). */
interface PmCookieJar {
  /**
   * The value of a cookie, or null.
   *
   * @example const session = await pm.cookies.jar().get('https://example.com', 'session');
   */
  get(url: string, name: string, callback?: (error: any, value: string | null) => void): Promise<string | null>;
  /**
   * All cookies for an address.
   *
   * @example const all = await pm.cookies.jar().getAll('https://example.com');
   */
  getAll(url: string, options?: object, callback?: (error: any, cookies: any) => void): Promise<any>;
  /**
   * Keeps a cookie: name and value, a `Set-Cookie` text, or an object.
   *
   * @example await pm.cookies.jar().set('https://example.com', 'session', 'abc');
   */
  set(url: string, cookie: string | object, value?: string, callback?: (error: any, cookie: any) => void): Promise<any>;
  /**
   * Takes one cookie away.
   *
   * @example await pm.cookies.jar().unset('https://example.com', 'session');
   */
  unset(url: string, name: string, callback?: (error: any) => void): Promise<void>;
  /**
   * Takes all cookies of an address away.
   *
   * @example await pm.cookies.jar().clear('https://example.com');
   */
  clear(url: string, callback?: (error: any) => void): Promise<void>;
}

/** A notification that has arrived. */
interface WebhookNotification {
  id: number;
  /** For example `outgoing_status_read`; null when it is of no documented kind. */
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
  /** With its query. */
  path: string;
  /** A list where a name was given more than once. */
  query: Record<string, string | string[]>;
  /** By their names in lower case; repeated ones are joined by a comma. */
  headers: Record<string, string>;
  /** The headers as they were sent, one after the other. */
  headerList: { name: string; value: string }[];
  /** What its JSON says; a text where it is none. */
  body: any;
  /** The body as text, decoded and unpacked. */
  readonly text: string;
  /** The bytes of the body as they were sent. */
  readonly bytes: Uint8Array;
  /**
   * As `body`, but a number that JavaScript would change, such as 2^53 + 1 or `1.0`, is an object with its text in
   * `rawJSON`. `JSON.stringify` writes that text again.
   */
  readonly losslessBody: any;
}
type WebhookFilter = string | object | ((body: any, notification: WebhookNotification) => unknown);
/** A Date or a time as ISO 8601 text, after a notification, or since the run or the request of this script began. */
type WebhookSince = Date | string | WebhookNotification | 'run' | 'request';
interface WebhookWaitOptions {
  /** From where notifications are looked at. Default: since the request of this script began. */
  since?: WebhookSince;
  /** Also notifications that were returned to this script before. */
  again?: boolean;
}

/** How a notification is signed: one of the schemes, or any HMAC with its details. */
type WebhookSignature = {
  /** A secret, or several of which any may have signed. */
  secret?: string | string[];
  /** Seconds between the time of the signature and the arrival. Default: 300. */
  tolerance?: number;
  /** The address that the sender called, where the headers do not say it. */
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
      /** Between several signatures of the header. */
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
   * Runs a program of the programs directory and returns what it printed to stdout, without the last line end.
   * Rejects with a ProgramError when its exit code says so.
   *
   * @example const greeting = await pm.executeAsync('hello.sh', ['world']);
   */
  executeAsync(filePath: string, args?: unknown[], options?: AsyncProgramOptions): Promise<string>;
  /**
   * The older form of executeAsync: blocks the script, and anything on stderr is a failure.
   *
   * @example const greeting = pm.execute('hello.sh', ['world']);
   */
  execute(filePath: string, args?: unknown[], options?: ProgramOptions): string;
  /**
   * A named check. An async function is awaited, and its rejection fails the test.
   *
   * @example pm.test('is signed', async () => { pm.expect(await pm.executeAsync('hello.sh', ['x'])).to.include('x'); });
   */
  test: {
    (name: string, check: (done: (error?: unknown) => void) => unknown): Pm;
    /**
     * The check is listed as skipped and not run.
     *
     * @example pm.test.skip('later', () => {});
     */
    skip(name: string, check?: () => unknown): Pm;
    /**
     * How many tests the script has named so far.
     *
     * @example console.log(pm.test.index());
     */
    index(): number;
  };
  /**
   * chai's expect, which also knows responses.
   *
   * @example pm.expect({ ok: true }).to.deep.equal({ ok: true });
   */
  expect: { (value: unknown, message?: string): any; fail(message?: string): never };
  /**
   * Where this script runs: `eventName`, `iteration`, `iterationCount`, `requestName`, `requestId`.
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
   * A variable from the nearest scope that has it: this script, the data row, the environment, the collection, the
   * globals. What is set here is gone with the run.
   *
   * @example pm.variables.set('once', pm.variables.get('user'));
   */
  variables: VariableScope;
  /**
   * The variables of the chosen environment.
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
   * The variables that are there in every environment.
   *
   * @example pm.globals.set('company', 'ACME');
   */
  globals: VariableScope;
  /**
   * The row of the data file that this iteration runs with.
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
   * The cookies that belong to the request's address, and `jar()` for all of them.
   *
   * @example console.log(pm.cookies.get('session'));
   */
  cookies: PmList<any> & { jar(): PmCookieJar };
  /**
   * Sends another request: an address, an object, or a Request of postman-collection. Gives a promise, or calls back.
   * A file in its body is one of the workspace, or one that was allowed.
   *
   * @example const response = await pm.sendRequest({ url: 'SERVER/login', method: 'POST', body: { mode: 'raw', raw: '{}' } });
   */
  sendRequest(
    request: string | object,
    callback?: (error: any, response: PmResponse, details: { cookies: PmList<any> }) => void,
  ): Promise<PmResponse>;
  /** What comes next in a run, and where in the collection this is. */
  execution: {
    /**
     * In a pre-request script: does not send the request, and ends the script.
     *
     * @example if (pm.environment.get('done')) pm.execution.skipRequest();
     */
    skipRequest(): never;
    /**
     * The request that a run goes on with, by its name (of equal names the last) or its id in Postman; null ends the run.
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
     * Runs another request of the collection, with its scripts, and gives its response; null when it skipped itself. Its
     * tests are its own in every report, which names the request that has run it. It ends when the calling script ends,
     * so await it. Requests can run each other up to 10 levels deep.
     *
     * @example const login = await pm.execution.runRequest('Log in', { variables: { user: 'a' } }).catch(() => null);
     */
    runRequest(nameOrId: string, options?: { variables?: Record<string, unknown> }): Promise<PmResponse | null>;
  };
  /**
   * A module or JSON file of the workspace, by its path in it; or a package of npm that `outrigger add` has put into the
   * workspace, by `npm:`, its name and its version.
   *
   * @example const { sign } = pm.require('lib/sign.js');
   */
  require(path: string): any;
  /**
   * Datasets of Postman's cloud are not there: a call says so.
   *
   * @example try { pm.datasets('sales'); } catch (error) { console.log(error.message); }
   */
  datasets(id: string): never;
  /** Secrets of this workspace, which are kept outside of it. Each function gives a promise. */
  vault: {
    /**
     * A secret, or undefined.
     *
     * @example const key = await pm.vault.get('api-key');
     */
    get(name: string): Promise<string | undefined>;
    /**
     * Keeps a secret.
     *
     * @example await pm.vault.set('api-key', 'abc');
     */
    set(name: string, value: string): Promise<void>;
    /**
     * Forgets a secret.
     *
     * @example await pm.vault.unset('api-key');
     */
    unset(name: string): Promise<void>;
  };
  /** Notifications that have arrived since the request of this script began, and those still to come. */
  webhooks: {
    /**
     * The first notification that matches, of those that have arrived since the request of this script began and those
     * that come within the time. The filter is part of a notification's body (regular expressions match texts), a kind, a
     * code, or a function of the body, which may be async; one that throws matches nothing. A notification that was
     * returned to this script is not returned again, unless `again` says so.
     *
     * @example const call = await pm.webhooks.waitFor({ typeWebhook: 'incomingCall' }, { timeout: 10000 });
     */
    waitFor(filter?: WebhookFilter, options?: number | WebhookWaitOptions & { timeout?: number }): Promise<WebhookNotification>;
    /**
     * All that have arrived since the request of this script began and match, the oldest first. Very many are read in
     * pages: `limit` says how many, `since` with the last notification of a page where the next one begins.
     *
     * @example console.log(pm.webhooks.list({ typeWebhook: 'incomingCall' }, { since: 'run', limit: 100 }).length);
     */
    list(filter?: WebhookFilter, options?: { since?: WebhookSince; limit?: number }): WebhookNotification[];
    /**
     * Fails when one that matches is there or comes within the time.
     *
     * @example await pm.webhooks.expectNone('SWE001', { within: 100 });
     */
    expectNone(filter?: WebhookFilter, options?: number | WebhookWaitOptions & { within?: number }): Promise<void>;
    /**
     * One notification for each filter, in this order; others may come in between. Fails with a timeline of what was
     * wanted and what came when.
     *
     * @example const [call] = await pm.webhooks.expectSequence(['incomingCall'], { within: 10000 });
     */
    expectSequence(filters: WebhookFilter[], options?: number | WebhookWaitOptions & { within?: number }): Promise<WebhookNotification[]>;
    /**
     * Checks who has sent a notification, on its bytes as they came. Left out, the scheme is the one of the provider and
     * the secret the one entered in the Webhooks view.
     *
     * @example const { valid, reason } = await pm.webhooks.verify(await pm.webhooks.waitFor(), { scheme: 'github', secret: 's3cret' });
     */
    verify(notification: WebhookNotification, options?: WebhookSignature): Promise<{ valid: boolean; reason: string | null }>;
    /**
     * The address to which notifications are to be sent.
     *
     * @example console.log(pm.webhooks.url);
     */
    url: string;
  };
  /** A picture of the response, beside its body. */
  visualizer: {
    /**
     * Shows HTML made from a Handlebars template and data.
     *
     * @example pm.visualizer.set('<h1>{{title}}</h1>', { title: 'Users' });
     */
    set(template: string, data?: object, options?: object): void;
    /**
     * Shows nothing.
     *
     * @example pm.visualizer.clear();
     */
    clear(): void;
  };
}


declare const pm: Pm;

/**
 * A library that comes with the application: ajv, assert, atob, btoa, buffer, chai, cheerio, crypto-js,
 * csv-parse/lib/sync, events, iconv-lite, jsrsasign, lodash, mockjs, moment, path, postman-collection, punycode,
 * querystring, stream, string_decoder, timers, tv4, url, util, uuid, xml2js.
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
