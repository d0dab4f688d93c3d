import { describeErrors } from '../../testing/language-errors.ts';
import { shell } from './shell.ts';

describeErrors(shell, [
  {
    title: 'a command that is not found',
    source: 'set -e\necho "going on"\nnosuchcommand x\necho no\n',
    message: 'nosuchcommand: not found',
    place: 'sub/program.sh:3',
  },
  {
    title: 'a command that is not found, in bash',
    source: 'set -e\n\nnosuchcommand x\n',
    options: { command: 'bash' },
    message: 'nosuchcommand: command not found',
    place: 'sub/program.sh:3',
  },
  {
    title: 'a syntax error',
    source: 'if [ x\n',
    message: /^Syntax error: end of file unexpected/,
    place: 'sub/program.sh:2',
  },
  {
    title: 'a variable that is not set',
    source: 'set -u\necho $UNDEF\n',
    message: /^UNDEF: parameter not set/,
    place: 'sub/program.sh:2',
  },
  {
    title: 'the error of a command',
    source: 'set -e\nls /nowhere\n',
    message: /^program\.sh failed with exit code 2: ls: cannot access/,
  },
  {
    title: 'a text of its own, below an error that it went on after',
    source: 'nosuchcommand\necho "went wrong" >&2\nexit 3\n',
    message: 'program.sh failed with exit code 3: went wrong',
  },
  {
    title: 'a signal',
    source: 'kill -9 $$\n',
    message: 'program.sh was ended by SIGKILL.',
  },
  {
    title: 'pm.execute, which allows nothing on stderr',
    source: 'echo note >&2\n',
    via: 'execute',
    message: 'program.sh wrote to stderr: note',
  },
  {
    title: 'an error in megabytes of other output',
    source: 'head -c 3000000 /dev/zero | tr "\\0" "x" >&2\necho >&2\nnosuchcommand\n',
    message: 'nosuchcommand: not found',
    place: 'sub/program.sh:3',
  },
]);
