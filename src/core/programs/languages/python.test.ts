import { describeErrors } from '../../testing/language-errors.ts';
import { python } from './python.ts';

describeErrors(python, [
  {
    title: 'an exception, in the function that raised it',
    source: 'def f():\n    raise ValueError("no key")\nf()\n',
    message: 'ValueError: no key',
    place: 'sub/program.py:2',
  },
  {
    title: 'a message of several lines, below what the program has printed itself',
    source: 'import sys\nprint("Traceback of nothing", file=sys.stderr)\nraise ValueError("first\\nsecond")\n',
    message: 'ValueError: first\nsecond',
    place: 'sub/program.py:3',
  },
  {
    title: 'an exception with its cause',
    source: 'try:\n    {}["k"]\nexcept KeyError as e:\n    raise ValueError("bad") from e\n',
    message: "ValueError: bad, caused by KeyError: 'k'",
    place: 'sub/program.py:4',
  },
  {
    title: 'an exception while another one is handled',
    source: 'try:\n    1 / 0\nexcept ZeroDivisionError:\n    {}["x"]\n',
    message: "KeyError: 'x', caused by an error while handling ZeroDivisionError: division by zero",
    place: 'sub/program.py:4',
  },
  {
    title: 'a syntax error, which has no traceback',
    source: 'import sys\ndef f(:\n  pass\n',
    message: /^SyntaxError: invalid syntax/,
    place: 'sub/program.py:2',
  },
  {
    title: 'a syntax error of another file',
    source: 'import helper\n',
    files: { 'sub/helper.py': '\n\nx = = 1\n' },
    message: /^SyntaxError: invalid syntax/,
    place: 'sub/helper.py:3',
  },
  {
    title: 'an exception that arises in the standard library is shown where the program calls it',
    source: 'import json\n\njson.loads("{")\n',
    message: /^json\.decoder\.JSONDecodeError: Expecting property name/,
    place: 'sub/program.py:3',
  },
  {
    title: 'a group of exceptions',
    source: 'raise ExceptionGroup("many", [ValueError("a"), TypeError("b")])\n',
    message: /^ExceptionGroup: many \(2 sub-exceptions\)/,
    place: 'sub/program.py:1',
  },
  {
    title: 'sys.exit with a text, which is not an exception',
    source: 'import sys\nsys.exit("stopped: no key")\n',
    message: 'program.py failed with exit code 1: stopped: no key',
  },
  {
    title: 'without any text',
    source: 'import sys\nsys.exit(7)\n',
    message: 'program.py failed with exit code 7.',
  },
]);
