import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildJar } from '../../testing/jars.ts';
import { describeErrors } from '../../testing/language-errors.ts';
import { java } from './java.ts';

function compile(directory: string, source: string): string {
  buildJar(path.join(directory, 'program.jar'), { 'acme/Main.java': source }, { 'Main-Class': 'acme.Main' });
  return 'program.jar';
}
const program = (body: string) =>
  `package acme;\npublic class Main {\n  public static void main(String[] a) throws Exception {\n    ${body}\n  }\n}\n`;
const method = (body: string) =>
  `package acme;\npublic class Main {\n  public static int run(int n) throws Exception {\n    ${body}\n  }\n}\n`;
const viaMethod = { build: compile, args: ['1'], options: { className: 'acme.Main', method: 'run' } };

describeErrors(java, [
  {
    title: 'an exception with a message of several lines, below other output',
    source: program('System.err.println("just a print"); throw new IllegalArgumentException("own\\nsecond");'),
    build: compile,
    message: 'java.lang.IllegalArgumentException: own\nsecond',
    place: 'acme/Main.java:4',
  },
  {
    title: 'an exception with its causes, at the place of the innermost in the program',
    source: program(
      'try {\n      Integer.parseInt("x");\n    } catch (Exception e) {\n      throw new RuntimeException("outer", new java.io.IOException("mid", e));\n    }',
    ),
    build: compile,
    message:
      'java.lang.RuntimeException: outer, caused by java.io.IOException: mid, caused by java.lang.NumberFormatException: For input string: "x"',
    place: 'acme/Main.java:5',
  },
  {
    title: 'a class that cannot be initialised',
    source: `package acme;\npublic class Main {\n  static class Bad {\n    static int x = 1 / Integer.parseInt("0");\n  }\n  public static void main(String[] a) {\n    System.out.println(Bad.x);\n  }\n}\n`,
    build: compile,
    message: 'java.lang.ExceptionInInitializerError, caused by java.lang.ArithmeticException: / by zero',
    place: 'acme/Main.java:4',
  },
  {
    title: 'an exception that has suppressed another one',
    source: program(
      'Exception e = new Exception("main");\n    e.addSuppressed(new Exception("suppressed"));\n    throw e;',
    ),
    build: compile,
    message: 'java.lang.Exception: main',
    place: 'acme/Main.java:4',
  },
  {
    title: 'an exception that the program has caught and printed',
    source: program(
      'try { throw new Exception("caught"); } catch (Exception e) { e.printStackTrace(); }\n    System.exit(3);',
    ),
    build: compile,
    message: 'java.lang.Exception: caught',
    place: 'acme/Main.java:4',
  },
  {
    title: 'a file that is not a jar',
    source: '',
    build: (directory) => {
      writeFileSync(path.join(directory, 'program.jar'), 'no jar');
      return 'program.jar';
    },
    message: 'Error: Invalid or corrupt jarfile program.jar',
  },
  {
    title: 'a method that prints before it throws',
    source: method('System.err.println("just a print"); throw new IllegalStateException("own");'),
    ...viaMethod,
    message: 'java.lang.IllegalStateException: own',
    place: 'acme/Main.java:4',
  },
  {
    title: 'a method that throws an exception with a cause',
    source: method('throw new Exception("outer", new Exception("inner"));'),
    ...viaMethod,
    message: 'java.lang.Exception: outer, caused by java.lang.Exception: inner',
    place: 'acme/Main.java:4',
  },
]);
