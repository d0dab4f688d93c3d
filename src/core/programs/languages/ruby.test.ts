import { describeErrors } from '../../testing/language-errors.ts';
import { ruby } from './ruby.ts';

describeErrors(ruby, [
  {
    title: 'an exception with a message of several lines',
    source: 'def f\n  raise ArgumentError, "own\\nsecond"\nend\nf\n',
    message: 'own (ArgumentError)\nsecond',
    place: 'sub/program.rb:2',
  },
  { title: 'a syntax error', source: '\ndef f(\n', message: /syntax error/, place: 'sub/program.rb:2' },
  {
    title: 'an exception with its cause',
    source: 'begin\n  raise "a"\nrescue\n  raise TypeError, "b"\nend\n',
    message: 'b (TypeError), caused by a (RuntimeError)',
    place: 'sub/program.rb:4',
  },
  {
    title: 'an unknown name, without the source that ruby shows below',
    source: 'warn "note"\nnosuch\n',
    message: /^undefined local variable or method [`']nosuch' for main.*\(NameError\)/,
    place: 'sub/program.rb:2',
  },
  {
    title: 'a library that is missing, where the program asks for it',
    source: '\n\nrequire "nope"\n',
    message: 'cannot load such file -- nope (LoadError)',
    place: 'sub/program.rb:3',
  },
  { title: 'abort', source: 'abort "stopped"\n', message: 'program.rb failed with exit code 1: stopped' },
]);
