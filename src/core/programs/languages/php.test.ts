import { describeErrors } from '../../testing/language-errors.ts';
import { php } from './php.ts';

describeErrors(php, [
  {
    title: 'an exception',
    source: '<?php\nfunction f() { throw new LogicException("own"); }\nf();\n',
    message: 'LogicException: own',
    place: 'sub/program.php:2',
  },
  {
    title: 'a message of several lines, behind a warning',
    source: '<?php\necho $x;\nthrow new Exception("first\nsecond");\n',
    message: 'Exception: first\nsecond',
    place: 'sub/program.php:3',
  },
  {
    title: 'a syntax error',
    source: '<?php\n\n$a = ;\n',
    message: /^Parse error: syntax error, unexpected token ";"/,
    place: 'sub/program.php:3',
  },
  {
    title: 'an undefined function',
    source: '<?php\nundefined_f();\n',
    message: 'Error: Call to undefined function undefined_f()',
    place: 'sub/program.php:2',
  },
  {
    title: 'an exception with its cause',
    source:
      '<?php\ntry {\n  throw new Exception("first");\n} catch (Exception $e) {\n  throw new RuntimeException("second", 1, $e);\n}\n',
    message: 'RuntimeException: second, caused by Exception: first',
    place: 'sub/program.php:5',
  },
  {
    title: 'an exception of another file',
    source: '<?php\nrequire __DIR__ . "/helper.php";\n',
    files: { 'sub/helper.php': '<?php\n\nthrow new Exception("helper");\n' },
    message: 'Exception: helper',
    place: 'sub/helper.php:3',
  },
  {
    title: 'errors that are shown on stdout',
    source: '<?php\nini_set("display_errors", "1");\nini_set("log_errors", "0");\nthrow new Exception("shown");\n',
    message: 'Exception: shown',
    place: 'sub/program.php:4',
  },
]);
