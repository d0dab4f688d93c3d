import { findJavaError } from './java.ts';
import type { Language } from './language.ts';

/** It cannot find uncaught errors: bsh.Interpreter prints them to stdout and ends with exit code 0. */
export const beanshell = {
  name: 'BeanShell',
  extension: '.bsh',
  prefix: ['java', 'bsh.Interpreter'],
  install: 'a Java runtime and bsh.jar (apt install bsh)',
  versionArguments: ['-version'],
  needsFile: { variable: 'CLASSPATH', file: 'bsh.jar', defaultFolder: '/usr/share/java' },
  findError: findJavaError,
  printsWith: 'print',
  template: `name = bsh.args[0];
number = Integer.parseInt(bsh.args[1]);
print("Hello " + name + ", " + (number + 1));
`,
  test: { packages: ['default-jdk-headless', 'bsh'] },
} as const satisfies Language;
