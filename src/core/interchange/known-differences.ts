/**
 * What Outrigger does otherwise than Postman's runtime, with the reason. `npm run compare` fails for a difference that is
 * not listed here, and for one that is listed and no longer there. The page for those who come from Postman and the
 * warnings of an import are made from this list.
 */

export interface KnownDifference {
  /** What Outrigger does, in a few words. */
  here: string;
  /** What Postman or newman does. */
  there: string;
  why: string;
  /** What a person does who relies on it. */
  remedy: string;
  /** Scripts that rely on it, where their text shows it: an import names what of them is not carried over. */
  inScripts?: { pattern: RegExp; what: string };
  /** The cases of `bench/compare` that show it. */
  cases: readonly string[];
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    here: 'each script has its own globals and prototypes',
    there: 'what a script changes on `String.prototype` or leaves as a global is seen by those after it',
    why: 'the result of a request does not depend on the requests before it',
    remedy: 'Repeat the change in each script, or keep shared code in a file and load it with `pm.require`.',
    inScripts: {
      pattern: /\b(?:Object|Array|String|Number|Date|Promise|Function)\.prototype\.\w+\s*=[^=]/,
      what: 'a method that its script adds to all objects: only this script sees it',
    },
    cases: ['scripts/globals: prototypes of the script before'],
  },
  {
    here: 'a test whose function is async or returns a promise waits for it, and fails with it',
    there: 'such a test passes at once, and its error is an error of the script',
    why: 'a test that cannot fail says nothing',
    remedy: 'Nothing: a test that fails here was never checked there.',
    cases: ['scripts/tests: async functions'],
  },
  {
    here: 'a test without a name or without a function fails',
    there: 'it passes',
    why: 'a test that checks nothing is a mistake in the script',
    remedy: 'Give it a name and a function.',
    cases: ['scripts/tests: names of every kind', 'scripts/tests: without a function'],
  },
  {
    here: 'what a test throws is shown as it is, also when it is no error',
    there: 'it becomes an `AssertionError`, and a text given to `done` is lost',
    why: 'the message says what happened',
    remedy: 'Nothing: the verdicts are the same.',
    cases: ['scripts/tests: throws of every kind', 'scripts/tests: done callback'],
  },
  {
    here: '`console` has `table`, `group`, `time`, `count` and the others; `%s` and `%d` are filled in, and `-0` is shown',
    there: '`log`, `info`, `warn`, `error` and `debug` only, and texts are shown as they are',
    why: 'as in browsers and Node',
    remedy: 'Nothing.',
    cases: ['scripts/console: other methods', 'scripts/console: format strings', 'scripts/console: primitives'],
  },
  {
    here: 'the error of a library that does not exist lists those that do; the errors of `pm.sendRequest` say what to give',
    there: 'shorter texts',
    why: 'the text says what to do',
    remedy: 'Compare the error, not its text.',
    cases: [
      'scripts/requires: a module that does not exist',
      'scripts/requires: crypto, http and fs of Node',
      'scripts/send-request: without arguments',
      'scripts/send-request: variables in the url',
      'flows/skip: in a post-response script',
    ],
  },
  {
    here: '`require` has no `backbone` and no `sugar`; of SugarJS there is `responseBody.has(…)`',
    there: 'Backbone is there, and SugarJS in old scripts',
    why: 'SugarJS changes the prototypes of every object, and nobody uses Backbone in tests',
    remedy: 'Write the few lines in plain JavaScript.',
    inScripts: {
      pattern: /\bBackbone\b|\brequire\(\s*['"](?:backbone|sugar)['"]\s*\)|\bSugar\b|\bDate\.create\(/,
      what: 'the library Backbone or SugarJS, which its script uses',
    },
    cases: ['scripts/requires: backbone and sugar', 'scripts/legacy: globals of libraries'],
  },
  {
    here: 'a request is not sent when its pre-request script throws',
    there: 'newman sends it; Postman does not',
    why: 'what should have been signed would go out unsigned',
    remedy: 'Catch the error in the script.',
    cases: [
      'flows/scripts: a pre-request script that throws',
      'flows/scripts: a pre-request script of the collection that throws',
      'scripts/request-object: body update',
    ],
  },
  {
    here: 'post-response scripts run when there is a response',
    there: 'newman runs them without one, and each test fails by accident or passes',
    why: 'the failure of the request is the one thing to read',
    remedy: 'Nothing: the request itself is reported as failed.',
    cases: ['flows/scripts: scripts when there is no response'],
  },
  {
    here: 'a test whose `done` is never called fails',
    there: 'it is not reported at all',
    why: 'a test that is not there looks like one that passed',
    remedy: 'Call `done`.',
    cases: ['flows/scripts: a test that never ends'],
  },
  {
    here: 'a request whose file is missing is not sent; so is a GraphQL request whose variables are no JSON',
    there: 'they are sent without the file, or with what was typed',
    why: 'the server would answer another request than the one that was written',
    remedy: 'Correct the path, or switch the row off.',
    cases: [
      'requests/bodies: form data with a file that is missing',
      'requests/bodies: a file that is missing',
      'requests/bodies: a file without a name',
      'requests/bodies: graphql with broken variables',
    ],
  },
  {
    here: 'an address that is given as its text alone (`"url": { "raw": … }`) is sent',
    there: 'newman sends nothing',
    why: 'the text says where to',
    remedy: 'Nothing.',
    cases: ['requests/urls: raw alone'],
  },
  {
    here: 'variables of folders and requests are read',
    there: 'they are ignored',
    why: 'Bruno and OpenCollection have them',
    remedy: 'Remove them from the file if they are leftovers.',
    cases: ['flows/inherited-settings: variables of a folder and a request'],
  },
  {
    here: '`pm.execution.runRequest` works in a run on the command line',
    there: 'newman has no such function',
    why: 'Postman has it',
    remedy: 'Nothing.',
    cases: ['flows/scripts: runRequest'],
  },
  {
    here: 'empty lines of a CSV file are skipped',
    there: 'each is one more iteration, with an empty text in the first column',
    why: 'nobody means an iteration by an empty line',
    remedy: 'Nothing.',
    cases: ['flows/data: csv with blanks and line ends'],
  },
  {
    here: 'a redirect to another server names only the origin in `Referer`',
    there: 'it names the whole address',
    why: 'addresses hold tokens; browsers do the same',
    remedy: 'Write the header `Referer` yourself in a request to that server.',
    cases: ['requests/redirects: to another host name'],
  },
  {
    here: 'a request whose auth cannot be made is not sent: an unknown kind, a broken key',
    there: 'it is sent without auth, with a warning',
    why: 'what should have been signed would go out unsigned',
    remedy: 'Correct the auth, or choose "No auth".',
    cases: ['requests/auth: an unknown type'],
  },
  {
    here: 'all headers of one name are sent',
    there: 'newman sends the last one',
    why: 'they are what the request says',
    remedy: 'Switch off those that are not meant.',
    cases: ['requests/methods-and-headers: duplicate headers'],
  },
  {
    here: 'the connection of a HEAD request is closed after it',
    there: 'it is kept',
    why: 'some servers send a body all the same, which would be read as the next answer',
    remedy: 'Nothing.',
    cases: [
      'requests/methods-and-headers: HEAD',
      'requests/methods-and-headers: HEAD with a body',
      'requests/redirects: 302 of a HEAD',
    ],
  },
  {
    here: 'fields of a form stay in their order',
    there: 'fields of one name are sent together',
    why: 'the order is what the request says',
    remedy: 'Nothing.',
    cases: ['requests/bodies: urlencoded disabled, empty and duplicate'],
  },
  {
    here: '`{{ name }}` is the variable `name`, blanks or not',
    there: 'it stays as it is',
    why: 'nobody means the text',
    remedy: 'Nothing.',
    cases: ['scripts/variables: names with odd characters', 'scripts/variables: replaceIn'],
  },
  {
    here: 'a variable may have any name, such as `constructor`',
    there: 'the script fails',
    why: 'a name is only a name',
    remedy: 'Nothing.',
    cases: ['scripts/variables: a property named like a method'],
  },
  {
    here: 'what follows the time in `setTimeout(run, 5, a, b)` is given to the function',
    there: 'it is lost',
    why: 'as in browsers and Node',
    remedy: 'Nothing.',
    cases: ['scripts/timers-and-promises: arguments of setTimeout'],
  },
  {
    here: 'errors of `JSON` and `URL` have the names and texts of the JavaScript engine, and `globalThis` is there',
    there: '`JSONError` with other texts, no `globalThis`',
    why: 'as in browsers and Node',
    remedy: 'Compare the error, not its text.',
    cases: [
      'scripts/globals: URL and URLSearchParams',
      'scripts/globals: JSON corner cases',
      'scripts/globals: web globals',
    ],
  },
  {
    here: 'a header is sent as UTF-8',
    there: 'as Latin-1',
    why: 'most servers read UTF-8, and other characters cannot be sent at all otherwise',
    remedy: 'Encode the value, if the server reads Latin-1.',
    cases: ['requests/methods-and-headers: unicode in a header'],
  },
  {
    here: 'a quote in the name of a field of form data is sent as `%22`',
    there: 'as it is, which ends the name',
    why: 'as browsers do',
    remedy: 'Nothing.',
    cases: ['requests/bodies: form data odd names'],
  },
  {
    here: 'an answer with status 304 is no redirect',
    there: 'its `Location` is followed',
    why: 'it says that a copy is still good',
    remedy: 'Send the second request yourself.',
    cases: ['requests/redirects: 300 and 304'],
  },
  {
    here: 'blanks around an address are dropped',
    there: 'those after it are sent',
    why: 'they come from copying',
    remedy: 'Write `%20`.',
    cases: ['requests/urls: spaces around the address'],
  },
  {
    here: 'a request with OAuth 2 that has no token and cannot get one is not sent',
    there: 'it is sent without a token',
    why: 'the failure names its cause',
    remedy: 'Give it a token, or choose **No auth**.',
    cases: ['requests/auth: oauth2 without a token'],
  },
  {
    here: 'an object in `{{name}}` is written as JSON, and null of a data file as `null`',
    there: 'as `[object Object]`, and `{{name}}` stays as it is for that null',
    why: 'the value is what the server is to get',
    remedy: 'Nothing.',
    cases: [
      'scripts/variables: values with types in replaceIn',
      'scripts/variables: values with types in the request',
      'flows/data: json of every type',
    ],
  },
  {
    here: 'a variable that is switched off in an environment (`"enabled": false`) is not there, and one without a value is an empty text',
    there: 'newman reads what is switched off; Postman does not',
    why: 'it is switched off',
    remedy: 'Switch the variable on, or remove it.',
    cases: ['flows/variables: types in the files', 'flows/variables: duplicates in a file'],
  },
  {
    here: 'a request with the body of a file has its content from the file system only (`"src"`)',
    there: 'a collection may hold the content itself, in Base64',
    why: 'nothing writes such collections',
    remedy: 'Save the content as a file beside the collection, and choose it.',
    cases: ['requests/bodies: a file with content'],
  },
  {
    here: '`pm.request.name` and `pm.request.id` are there',
    there: 'they are undefined',
    why: 'other programs have them',
    remedy: 'Nothing.',
    cases: ['scripts/request-object: parts of the request'],
  },
  {
    here: '`pm.response.cookies` has the cookies that the response sets',
    there: 'newman leaves it empty',
    why: 'Postman fills it',
    remedy: 'Nothing.',
    cases: ['scripts/answers: cookies of the response'],
  },
  {
    here: 'a field of a form without a name is sent without one, in `pm.sendRequest` too, and an object `Url` as its address',
    there: 'as `undefined`, and as the fields of the object',
    why: 'nobody means the text',
    remedy: 'Nothing.',
    cases: ['scripts/send-request: urlencoded body', 'scripts/send-request: url as an object'],
  },
  {
    here: '`Content-Length: 0` is sent with POST, PUT and PATCH',
    there: 'also with other methods that have no body, such as PURGE',
    why: 'servers take the absence of a length as an empty body',
    remedy: 'Nothing.',
    cases: ['scripts/send-request: method in lower case and custom'],
  },
];
