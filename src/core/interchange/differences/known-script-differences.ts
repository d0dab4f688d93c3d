/** The known differences in what scripts print, test, store and find; see known-differences.ts. */
import type { KnownDifference } from './known-difference.ts';

const of = (name: string) => `scripts/small-differences: ${name}`;
const inRuns = (name: string) => `flows/small-differences: ${name}`;

export const knownScriptDifferences: readonly KnownDifference[] = [
  // What is printed.
  {
    here: '`console` has `table`, `group`, `time`, `count` and the others; `%s` and `%d` are filled in, and `-0` and an invalid date are shown',
    there:
      '`log`, `info`, `warn`, `error`, `debug` and `clear` only, texts are shown as they are, `-0` as 0, and an invalid date as null',
    why: 'as in browsers and Node',
    remedy: 'Nothing.',
    cases: [
      'scripts/console: other methods',
      'scripts/console: format strings',
      'scripts/console: primitives',
      of('an invalid date in the console, and clear'),
    ],
  },
  {
    here: 'objects in the console have the name of their class (`Foo { a: 1 }`, `Promise`, `URLSearchParams {}`), functions and weak collections inside of objects are shown as such, and a getter is `[Getter]`',
    there:
      'objects of all classes are shown as plain ones, functions inside of objects as texts, a getter is called, and bytes inside of an object can be shown as 0',
    why: 'as in Node',
    remedy: 'Nothing.',
    cases: [of('objects of classes, promises and getters in the console')],
  },
  {
    here: 'an error in the console is shown with its stack and its own fields, such as the `dataPath` of `tv4.error`',
    there: 'as an object of its type, its name and its message; the lines of its stack are those of Postman',
    why: 'the stack has the line that failed',
    remedy: 'Nothing.',
    cases: ['scripts/console: errors', of('an error as JSON')],
  },
  {
    here: 'functions and classes have the names that their libraries give them, such as `[Function: lodash]`, in `console.log`, in messages and as `name`; the `length` of `require` is 1',
    there: 'with shortened names, such as `[Function: yt]`, or without one; that `length` is 2',
    why: 'a name says which function it is, and shortened ones change with each version of Postman',
    remedy: 'Nothing: call such a function, and log what it returns.',
    cases: [
      'scripts/found-in-runs: a page of cheerio in the console',
      'scripts/found-in-runs: functions of libraries in the console',
      of('names of functions that are shortened'),
      of('names of classes in messages'),
      of('messages about objects that a script has replaced'),
    ],
  },
  {
    here: '`pm`, `pm.info`, `pm.execution` and `postman` show their members in `console.log`, `Object.keys` and `JSON.stringify`',
    there: '`pm.info` and `pm.execution` are empty objects there, `pm` has only `test`, and `postman` other members',
    why: 'whoever prints it wants to see them',
    remedy: 'Nothing.',
    cases: [
      'flows/runtime-facts: the members of pm.info',
      'scripts/console: the members of pm',
      of('members of objects of pm'),
    ],
  },
  // Tests.
  {
    here: 'a value that a callback or a timer writes into `tests` is a test',
    there: 'it is lost',
    why: 'a missing test looks like one that passed',
    remedy: 'Nothing.',
    cases: ['scripts/legacy-members: tests set in a callback'],
  },
  {
    here: "a test may have any name, such as `tests['length']`",
    there: 'the tests of the script are lost, and others are reported',
    why: 'a missing test looks like one that passed',
    remedy: 'Nothing.',
    cases: [of('tests named like members of lists and objects')],
  },
  {
    here: 'an assertion about a BigInt that fails is a failed test, and a BigInt as the value of a variable is an error of the script',
    there: 'newman loses the test and those after it; it ends the run at the variable',
    why: 'a missing test looks like one that passed',
    remedy: 'Write `String(value)` for a variable.',
    cases: [of('a BigInt in a failed assertion'), inRuns('a BigInt as the value of a variable')],
  },
  {
    here: 'a script that awaits a promise which nothing can settle ends at once, with an error that says so',
    there: 'it ends at its timeout',
    why: 'nothing is left to wait for',
    remedy: 'Settle the promise.',
    cases: [inRuns('a promise that nothing can settle')],
  },
  {
    here: 'a script may replace `pm.test`, and then ends like others',
    there: 'newman waits for its timeout',
    why: 'the script has done what it says',
    remedy: 'Nothing.',
    cases: [inRuns('another value for pm.test')],
  },
  // Variables and cookies.
  {
    here: 'a variable may have any name, such as `constructor`; `__proto__` is refused with a message that says so',
    there: 'the script fails, or reads a member of all objects for a variable that does not exist',
    why: 'the name of a variable should not make a script fail',
    remedy: 'Nothing.',
    cases: ['scripts/variables: a property named like a method', of('variables named like members of objects')],
  },
  {
    here: 'a cookie jar does what a script asks for in that order: `get` just after `set` finds the cookie',
    there: 'not always: `get` can be done before `set`, and finds nothing',
    why: 'a script means what it says',
    remedy: 'Nothing; for both, call `get` in the callback of `set`.',
    cases: ['scripts/found-in-runs: cookies are read at once after they are set'],
  },
  {
    here: '`jar.set(url, name, value)` sets the value, also where it is empty, 0 or `false`; an empty value is read as an empty text',
    there:
      'the name becomes the value of a cookie without a name, and is sent as such; an empty value is read as the text `undefined`',
    why: 'that is never intended',
    remedy: 'Nothing.',
    cases: [of('cookies with empty values'), of('cookies whose text has an empty value')],
  },
  // Libraries and members.
  {
    here: '`require` has modules that Postman does not have, such as `crypto` and `axios`; the errors of `pm.sendRequest` and of `import()` say what to do',
    there: 'they do not exist; other texts',
    why: 'other programs have them; the text says what to do',
    remedy: 'Compare the error, not its text.',
    cases: [
      'scripts/requires: crypto, http and fs of Node',
      'scripts/send-request: without arguments',
      'scripts/send-request: variables in the url',
      'scripts/strict-code: the function import',
    ],
  },
  {
    here: 'the error of `pm.sendRequest` is an Error, which has a stack with the line of the call',
    there: 'an object with the same members: as a text, it is `[object Object]`',
    why: 'a test that expects no error says what happened',
    remedy: 'Nothing: its members and its JSON are the same.',
    cases: [of('the error of a request that cannot be sent')],
  },
  {
    here: 'modules and globals may have more members than in Postman, such as `path.parse`, `util.promisify`, `uuid.v1` and `WebAssembly`',
    there: 'they do not exist',
    why: 'other programs have them',
    remedy: 'Nothing.',
    cases: [of('members of modules')],
  },
  {
    here: 'a library may be of a later version: moment is 2.31',
    there: '2.30',
    why: 'it has fewer faults',
    remedy: 'Nothing.',
    cases: [of('the version of moment')],
  },
  {
    here: 'the methods of SugarJS exist in a script that calls one of them',
    there: 'in each script, also in one that only asks whether they exist',
    why: 'loading them takes ten milliseconds',
    remedy: 'Call the method.',
    cases: [of('methods of SugarJS that are only named')],
  },
  {
    here: 'a library is the same object by its global name and by `require`, as `CryptoJS` and `crypto-js`',
    there: 'each name has a copy of its own',
    why: 'one copy takes less time and memory',
    remedy: 'Nothing.',
    cases: [of('the same library by its two names')],
  },
  {
    here: 'functions of `pm.response` can be called apart from it, as in `const { json } = pm.response`',
    there: 'they throw a TypeError',
    why: 'the meaning is clear',
    remedy: 'Nothing.',
    cases: [of('functions of the response apart from it')],
  },
];
