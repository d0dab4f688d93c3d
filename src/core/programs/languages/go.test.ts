import { describeErrors } from '../../testing/language-errors.ts';
import { go } from './go.ts';

const program = (body: string) => `package main\n\nimport "fmt"\n\nfunc main() {\n${body}\n}\n\nvar _ = fmt.Sprint\n`;

describeErrors(go, [
  { title: 'a panic', source: program('panic("own error")'), message: 'panic: own error', place: 'sub/program.go:6' },
  {
    title: 'a panic of the language, in a function',
    source: 'package main\nfunc f(a []int) int { return a[5] }\nfunc main() {\n  f(nil)\n}\n',
    message: 'panic: runtime error: index out of range [5] with length 0',
    place: 'sub/program.go:2',
  },
  {
    title: 'a deadlock',
    source: program('<-make(chan int)'),
    message: 'fatal error: all goroutines are asleep - deadlock!',
    place: 'sub/program.go:6',
  },
  { title: 'what does not compile', source: program('y()'), message: 'undefined: y', place: 'sub/program.go:6' },
  {
    title: 'a syntax error',
    source: 'package main\nfunc main() {\n',
    message: /^syntax error: unexpected EOF/,
    place: 'sub/program.go:3',
  },
  {
    title: 'a package that is missing',
    source: 'package main\nimport "example.com/nope"\nfunc main() { nope.X() }\n',
    message: /^no required module provides package example\.com\/nope/,
    place: 'sub/program.go:2',
  },
  {
    title: 'a text on stderr and an exit code',
    source: 'package main\nimport "log"\nfunc main() { log.SetFlags(0); log.Fatal("no key") }\n',
    message: 'no key',
  },
]);
