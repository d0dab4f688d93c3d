/**
 * The assertions of a request and the variables that are set from its response (`runtime.assertions` and
 * `runtime.actions` of its file), evaluated as Bruno does. The host calls these two functions by a script of its own.
 */
import AssertRuntime from '@usebruno/js/src/runtime/assert-runtime.js';
import utils from '@usebruno/js/src/utils.js';
import { PlainError, toText } from '../primordials.ts';
import type { Fields } from '../sdk.ts';
import type { Tests } from '../tests.ts';
import type { BrunoRequestData } from './bruno-request.ts';
import type { BrunoVariables } from './bruno-variables.ts';

interface Assertion {
  expression: string;
  operator: string;
  value?: string;
}
interface ResponseVariable {
  name: string;
  expression: string;
  scope: 'runtime' | 'request' | 'folder' | 'collection' | 'environment';
}
interface CheckParts {
  variables: BrunoVariables;
  tests: Tests;
  request: BrunoRequestData;
  response: Fields | undefined;
  bru: object;
  req: object;
  res: object | undefined;
}
/** The name under which Bruno's runtime is given the value of the expression, which is evaluated here. */
const EVALUATED = '__evaluated';

export function createChecks({ variables, tests, request, response, bru, req, res }: CheckParts) {
  const { collection, globals, environment, runtime } = variables;
  const named = () => ({ ...globals, ...environment, ...collection, ...runtime, bru, req, res });
  /** The stack of an error would lead into the script of the host. */
  const evaluate = (expression: string): unknown => {
    try {
      return utils.evaluateJsExpression(expression, named());
    } catch (error) {
      if (error instanceof Error) error.stack = `${error.name}: ${error.message}`;
      throw error;
    }
  };

  return {
    /** Each assertion is a test of its own, named as it is written: `res.status eq 200`. */
    runAssertions(assertions: readonly Assertion[]): void {
      // Not 'quickjs', which would evaluate in an engine of its own: this realm is the sandbox already.
      const asserting = new AssertRuntime({ runtime: 'nodevm' });
      for (const { expression, operator, value = '' } of assertions) {
        const written = `${operator} ${value}`.trim();
        tests.test(`${expression} ${written}`, () => {
          const evaluated = evaluate(expression);
          const [result] = asserting.runAssertions(
            [{ name: EVALUATED, value: written, enabled: true }],
            { ...request, collectionVariables: collection, globalEnvironmentVariables: globals },
            response ?? {},
            environment,
            { ...runtime, [EVALUATED]: evaluated },
            {},
          );
          if (result?.status === 'pass') return;
          const message = result?.error ?? 'It was not evaluated.';
          // Its stack would lead into the script of the host.
          throw Object.assign(new PlainError(message), { name: 'AssertionError', stack: `AssertionError: ${message}` });
        });
      }
    },

    /** @throws naming every variable whose expression failed; the others are set */
    setResponseVariables(variables: readonly ResponseVariable[]): void {
      const problems: string[] = [];
      for (const { name, expression, scope } of variables) {
        try {
          const value = utils.evaluateJsExpression(expression, named());
          if (scope === 'environment') environment[name] = value;
          else if (scope === 'runtime') runtime[name] = value;
          else collection[name] = value;
        } catch (error) {
          problems.push(`${name}: ${toText((error as Error | undefined)?.message ?? error)}`);
        }
      }
      if (problems.length > 0) throw new PlainError(`Variables that were not set: ${problems.join('; ')}`);
    },
  };
}
