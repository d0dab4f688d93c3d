/** The known differences in runs and in what scripts find; see known-differences.ts. */
import type { KnownDifference } from './known-difference.ts';

export const knownRunDifferences: readonly KnownDifference[] = [
  {
    here: 'with `--bail`, an error of a timer or a callback ends the run, too',
    there: 'only one of the script itself',
    why: 'it is an error of the script like any other',
    remedy: 'Catch the error.',
    cases: ['flows/runtime-facts: bail with an error of a timer'],
  },
  {
    here: 'with `--bail`, all scripts of the request in which a test fails are run',
    there: 'those of the levels below the failed one are not',
    why: 'their tests say what else is wrong',
    remedy: 'Nothing: the run ends after this request.',
    cases: ['flows/runtime-facts: bail with a failed test of the collection'],
  },
  {
    here: 'a JSON file of data that is not a list of objects, or has no rows, is refused with the reason; `null` is a row without values',
    there: 'the run has an iteration without data for what is not an object',
    why: 'a run over no data looks like one that passed',
    remedy: 'Write a list of objects.',
    cases: [
      'flows/runtime-runs: rows of JSON data of other kinds',
      'flows/runtime-runs: data without rows',
      'flows/runtime-runs: data of a single object',
    ],
  },
  {
    here: '`pm.info` shows its members in `console.log`, `Object.keys` and `JSON.stringify`',
    there: 'it is an empty object there',
    why: 'whoever prints it wants to see them',
    remedy: 'Nothing.',
    cases: ['flows/runtime-facts: the members of pm.info'],
  },
  {
    here: '`pm.datasets` throws an error that says what to do',
    there: 'newman has no such function; that of Postman reads from its cloud',
    why: 'there is no account',
    remedy: 'Read a file of the workspace, or give the run a data file.',
    cases: ['flows/runtime-facts: datasets'],
  },
  {
    here: 'a member of `this` is a global, every global of the JavaScript engine is there (`WeakRef`), and `Object.keys(this)` is empty',
    there: '`this` is an object of its own that lists the globals of Postman',
    why: 'as in browsers and Node; libraries and the old names are made when a script asks for them',
    remedy: 'Ask for one name: `typeof CryptoJS`.',
    cases: ['flows/runtime-facts: names of the global object'],
  },
  {
    here: '`response.to` exists for a response of `pm.sendRequest`, too',
    there: 'it is undefined',
    why: 'the same assertions make sense for each response',
    remedy: 'Nothing.',
    cases: ['scripts/shared-last: assertions of the response itself in a callback of sendRequest'],
  },
  {
    here: '`--folder` runs every request and folder that has the name',
    there: 'newman runs the last one',
    why: 'nothing says which one is meant',
    remedy: 'Write its path, such as `Orders/List`, or its id.',
    cases: ['flows/chosen-folders: two of one name', 'flows/chosen-folders: two of one name, in a list'],
  },
  {
    here: 'a CSV file whose first line has no comma, but a semicolon, a tab or a bar, is read with that',
    there: 'it has one column',
    why: 'spreadsheets write such files in many countries',
    remedy: 'Nothing.',
    cases: ['flows/shared-mix: CSV with a tab, semicolons and a mark at its beginning'],
  },
  {
    here: 'a collection of format 1 without an order of its requests or folders is run in the order of its lists',
    there: 'newman runs nothing',
    why: 'a run over nothing looks like one that passed',
    remedy: 'Nothing.',
    cases: ['flows/odd-forms: format 1 without an order', 'flows/odd-forms: format 1 with folders without an order'],
  },
  {
    here: 'a request without a name is called "Unnamed"',
    there: '`pm.info.requestName` is undefined',
    why: 'the report names each request',
    remedy: 'Nothing.',
    cases: ['flows/runtime-more: items without a name'],
  },
];
