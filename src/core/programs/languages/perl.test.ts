import { describeErrors } from '../../testing/language-errors.ts';
import { perl } from './perl.ts';

describeErrors(perl, [
  { title: 'an error', source: 'warn "a warning";\ndie "own";\n', message: 'own', place: 'sub/program.pl:2' },
  {
    title: 'what does not compile: the first error',
    source: 'use strict;\n$x = 1;\n$y = 1;\n',
    message: /^Global symbol "\$x" requires explicit package name/,
    place: 'sub/program.pl:2',
  },
  { title: 'a syntax error', source: '\nmy $x = ;\n', message: 'syntax error, near "= ;"', place: 'sub/program.pl:2' },
  {
    title: 'a module that is missing',
    source: 'use Nope::Mod;\n',
    message: /^Can't locate Nope\/Mod\.pm in @INC/,
    place: 'sub/program.pl:1',
  },
  {
    title: 'an error while a file is read',
    source: 'open(my $f, "<", $0); my $line = <$f>;\ndie "own";\n',
    message: 'own',
    place: 'sub/program.pl:2',
  },
  {
    title: 'an error with the calls that led to it',
    source: 'use Carp;\nsub f { confess "confessed" }\nf(1);\n',
    message: 'confessed',
    place: 'sub/program.pl:2',
  },
  {
    title: 'an error without a place',
    source: 'die "no key\\n";\n',
    message: 'program.pl failed with exit code 255: no key',
  },
]);
