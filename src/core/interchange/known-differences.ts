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
    cases: ['scripts/requires: a module that does not exist', 'scripts/send-request: without arguments'],
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
];
