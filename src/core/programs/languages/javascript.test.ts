import { describeErrors } from '../../testing/language-errors.ts';
import { javascript } from './javascript.ts';

describeErrors(javascript, [
  {
    title: 'an exception',
    source: 'function f() {\n  null.x;\n}\nf();\n',
    message: "TypeError: Cannot read properties of null (reading 'x')",
    place: 'sub/program.js:2',
  },
  {
    title: 'a syntax error',
    source: '\nconst a = ;\n',
    message: "SyntaxError: Unexpected token ';'",
    place: 'sub/program.js:2',
  },
  {
    title: 'a syntax error of a module, in the module',
    source: 'require("./other.js");\n',
    files: { 'sub/other.js': '\n\nlet let = 1;\n' },
    message: 'SyntaxError: let is disallowed as a lexically bound name',
    place: 'sub/other.js:3',
  },
  {
    title: 'a rejection that nobody handles',
    source: 'async function f() {\n  throw new TypeError("late");\n}\nf();\n',
    message: 'TypeError: late',
    place: 'sub/program.js:2',
  },
  {
    title: 'a rejection with a text',
    source: 'Promise.reject("just text");\n',
    message: 'UnhandledPromiseRejection: just text',
  },
  {
    title: 'an error with its cause',
    source: 'throw new Error("outer\\nsecond", { cause: new Error("inner") });\n',
    message: 'Error: outer\nsecond, caused by Error: inner',
    place: 'sub/program.js:1',
  },
  { title: 'a text that was thrown', source: 'throw "text"\n', message: 'text', place: 'sub/program.js:1' },
  {
    title: 'a module that is missing',
    source: 'require("./missing");\n',
    message: "Error: Cannot find module './missing'",
    place: 'sub/program.js:1',
  },
  {
    title: 'an error of the system, where the program called it',
    source: '\nrequire("fs").readFileSync("/nowhere")\n',
    message: "Error: ENOENT: no such file or directory, open '/nowhere'",
    place: 'sub/program.js:2',
  },
  {
    title: 'an error that the program has caught and printed',
    source:
      'try {\n  throw new RangeError("own");\n} catch (error) {\n  console.error(error);\n  process.exit(3);\n}\n',
    message: 'RangeError: own',
    place: 'sub/program.js:2',
  },
  {
    title: 'a text on stderr and an exit code',
    source: 'console.error("no key"); process.exit(3);\n',
    message: 'program.js failed with exit code 3: no key',
  },
]);
