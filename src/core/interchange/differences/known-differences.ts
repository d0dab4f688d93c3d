/**
 * The differences in behaviour from Postman's runtime, with reasons. `npm run compare` fails for a difference that is
 * not in this list, and for one that no longer exists. The documentation page for users of Postman and the warnings of
 * an import are generated from this list.
 */

import { knownAuthDifferences } from './known-auth-differences.ts';
import type { KnownDifference } from './known-difference.ts';
import { hasBlanksInVariable, hasVariables } from './uses-in-items.ts';
import { knownRequestDifferences } from './known-request-differences.ts';
import { knownRunDifferences } from './known-run-differences.ts';
import { knownScriptDifferences } from './known-script-differences.ts';

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
    cases: ['flows/shared-mix: functions kept on Object.prototype, and a global'],
  },
  {
    here: 'a test whose function is async or returns a promise waits for it, and fails with it',
    there: 'such a test passes at once, and its error is an error of the script',
    why: 'a test that cannot fail says nothing',
    remedy: 'Nothing: a test that fails here was never checked there.',
    inScripts: {
      pattern: /\bpm\s*\.\s*test\s*\(\s*(['"`])(?:(?!\1)[^\\\n]){0,300}\1\s*,\s*async\b/,
      what: 'that a test whose function is async passes before it ends: it waits here, and can fail',
    },
    cases: ['scripts/tests: async functions'],
  },
  {
    here: '`[…].map(async (item) => …)` calls the function for each item',
    there: 'it is not called, because SugarJS takes it for the name of a property',
    why: 'as in browsers and Node',
    remedy: 'Nothing: what the function does was never done there.',
    inScripts: {
      pattern: /\.map\(\s*async\b/,
      what: 'that an async function given to map is not called: it is called here',
    },
    cases: ['scripts/everyday-pm: an async function given to map'],
  },
  {
    here: 'a script may return a value at its top level, as in `return pm.test(…)`',
    there: 'the value is an error of the script, without a message',
    why: 'the script has done what it says',
    remedy: 'Nothing.',
    cases: ['scripts/tests: a value returned at the top of a script'],
  },
  {
    here: 'what a script or a test throws, and what its promise is rejected with, is shown as it is, also when it is not an error',
    there:
      'it becomes `undefined`, an `AssertionError` or an `UnhandledPromiseRejection`; `throw null` of a script and a text given to `done` are lost',
    why: 'the message says what happened',
    remedy: 'Nothing: the results are the same.',
    cases: [
      ...['2', '3', '4', '9', '10'].map(
        (number) => `scripts/forum-code: errors that are thrown in many ways ${number}`,
      ),
      'scripts/forum-code: errors in tests in many ways',
      'scripts/tests: throws of every kind',
      'scripts/tests: done callback',
      'scripts/guarantees: an error that is no error',
    ],
  },
  {
    here: 'Backbone is not available, neither as a global nor by `require`',
    there: 'it is available',
    why: 'nobody uses it in tests',
    remedy: 'Write the few lines in plain JavaScript.',
    inScripts: {
      pattern: /\bBackbone\b|\brequire\(\s*['"]backbone['"]\s*\)/,
      what: 'the library Backbone, which its script uses',
    },
    cases: [
      'scripts/requires: backbone and sugar',
      'scripts/legacy: globals of libraries',
      'scripts/legacy-members: backbone',
    ],
  },
  {
    here: 'a request is not sent when its pre-request script throws, or a timer of it',
    there: 'newman sends it; Postman does not',
    why: 'what should have been signed would go out unsigned',
    remedy: 'Catch the error in the script.',
    cases: [
      'flows/scripts: a pre-request script that throws',
      'flows/more: next request in a pre-request script that throws',
      'flows/scripts: a pre-request script of the collection that throws',
      'scripts/request-object: body update',
      'flows/runtime-more: errors of timers before a request',
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
    here: 'a test whose `done` is never called fails, unless an error of a callback is the reason',
    there: 'it is not reported at all',
    why: 'a missing test looks like one that passed',
    remedy: 'Call `done`.',
    cases: ['flows/scripts: a test that never ends'],
  },
  {
    here: 'variables of folders and requests are read',
    there: 'they are ignored',
    why: 'Bruno and OpenCollection have them',
    remedy: 'Remove them from the file if they are leftovers.',
    inItems: {
      isUsedBy: hasVariables,
      what: 'that newman ignores its variables: they are read here',
    },
    cases: ['flows/inherited-settings: variables of a folder and a request'],
  },
  {
    here: '`pm.execution.runRequest`, `pm.vault`, `{{vault:name}}` and `pm.require` work in a run on the command line; a request that `runRequest` cannot send, such as one whose pre-request script throws, is an error in the script that calls it',
    there: 'newman has no such functions, and its vault denies access',
    why: 'Postman has them',
    remedy: 'Nothing.',
    cases: [
      'flows/scripts: runRequest',
      'flows/small-differences: runRequest of a request whose pre-request script throws',
      'flows/runtime-runs: the vault',
      'flows/runtime-runs: packages of a team',
    ],
  },
  {
    here: 'empty lines of a CSV file are skipped',
    there: 'each is one more iteration, with an empty text in the first column',
    why: 'an empty line is not meant as an iteration',
    remedy: 'Nothing.',
    cases: ['flows/data: csv with blanks and line ends'],
  },
  {
    here: '`{{ name }}` is the variable `name`, blanks or not',
    there: 'it stays as it is',
    why: 'that text is never intended',
    remedy: 'Nothing.',
    inItems: {
      isUsedBy: hasBlanksInVariable,
      what: 'that {{ name }} with blanks stays as it is: it is the variable here',
    },
    cases: [
      'scripts/variables: names with odd characters',
      'scripts/variables: replaceIn',
      'flows/substitution: line ends and tabs around the name of a variable',
    ],
  },
  {
    here: 'what follows the time in `setTimeout(run, 5, a, b)` is given to the function',
    there: 'it is lost',
    why: 'as in browsers and Node',
    remedy: 'Nothing.',
    cases: ['scripts/timers-and-promises: arguments of setTimeout'],
  },
  {
    here: '`globalThis` is there',
    there: 'it does not exist',
    why: 'as in browsers and Node',
    remedy: 'Nothing.',
    cases: ['scripts/globals: web globals'],
  },
  {
    here: 'an object in `{{name}}`, also in a list, is written as JSON, and null of a data file as `null`',
    there: 'as `[object Object]`, and `{{name}}` stays as it is for that null',
    why: 'the value is what the server is to get',
    remedy: 'Nothing.',
    cases: [
      'scripts/variables: values with types in replaceIn',
      'scripts/variables: values with types in the request',
      'requests/everyday: lists and objects of each scope in an address and in a body',
      'flows/data: json of every type',
      'flows/more: rows of data as objects',
      'flows/more: values that scripts hand on in every kind',
      'requests/api-shapes: JSON with variables of each type',
      'flows/api-flows: rows of a file with null',
    ],
  },
  {
    here: 'a variable that is switched off in an environment (`"enabled": false`) does not exist, and one without a value is an empty text',
    there: 'newman reads what is switched off; Postman only lists it, in `toObject()`',
    why: 'it is switched off',
    remedy: 'Switch the variable on, or remove it.',
    cases: [
      'flows/variables: types in the files',
      'flows/variables: duplicates in a file',
      'flows/more: an environment with values that are switched off',
    ],
  },
  {
    here: '`pm.request.name` and `pm.request.id` exist',
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
    here: 'the query of an object `Url` that is the address of `pm.sendRequest` is sent',
    there: 'names of members of its list are sent in its place',
    why: 'the meaning is clear',
    remedy: 'Nothing.',
    cases: ['scripts/send-request: url as an object'],
  },
  {
    here: 'blanks and line ends at the end of an address are `%20` and `%0A` in `pm.request.url`, as they are sent',
    there: 'scripts read them as they are; the same address is sent',
    why: 'such a blank cannot be seen, and is nearly always a mistake',
    remedy: 'Remove the blank from the address.',
    cases: [
      'scripts/found-in-runs: a line end in the path, for scripts',
      'scripts/found-in-runs: a line end in the path of an address as text',
      'scripts/found-in-runs: other characters in an address, for scripts',
    ],
  },
  {
    here: 'after `clear()` of a scope, its variables are listed in the order in which they are set again',
    there: 'in the places that they had before, as long as the script runs',
    why: 'a variable that was removed has no place',
    remedy: 'Sort the names where their order matters.',
    cases: ['scripts/found-in-runs: the order of names after clear and set'],
  },
  ...knownScriptDifferences,
  ...knownRunDifferences,
  ...knownRequestDifferences,
  ...knownAuthDifferences,
];
