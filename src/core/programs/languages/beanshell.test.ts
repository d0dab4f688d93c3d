import { describeErrors } from '../../testing/language-errors.ts';
import { beanshell } from './beanshell.ts';

describeErrors(beanshell, [
  {
    title: 'an exception that the program has caught and printed',
    source: 'try {\n  Integer.parseInt("x");\n} catch (Exception e) {\n  e.printStackTrace();\n  System.exit(1);\n}\n',
    message: 'java.lang.NumberFormatException: For input string: "x"',
  },
  {
    title: 'a text on stderr and an exit code',
    source: 'System.err.println("own error"); System.exit(1);\n',
    message: 'program.bsh failed with exit code 1: own error',
  },
]);
