/**
 * The assertions of a request and the variables that are set from its response (`runtime.assertions` and
 * `runtime.actions` of its file), evaluated as Bruno does. The host calls these two functions by a script of its own.
 */
import AssertRuntime from '@usebruno/js/src/runtime/assert-runtime.js';
import utils from '@usebruno/js/src/utils.js';
import { describeError } from '../describe-error.ts';
import { PlainError, toText } from '../primordials.ts';
import type { Fields } from '../pm/sdk.ts';
import type { Tests } from '../pm/tests.ts';
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
  /** Writes to the console. */
  warn: (text: string) => void;
  /** Gets the results of all assertions, once they have run. */
  onResults: (results: AssertionResult[]) => void;
}
/** As `bru.getAssertionResults` gives it. */
export interface AssertionResult {
  lhsExpr: string;
  rhsExpr: string;
  operator: string;
  rhsOperand: string;
  status: 'pass' | 'fail';
  error?: string;
}
/** The name under which Bruno's runtime is given the value of the expression, which is evaluated here. */
const EVALUATED = '__evaluated';

export function createChecks(parts: CheckParts) {
  const { variables, tests, bru, req, res, warn, onResults } = parts;
  const { collection, globals, environment, inner, runtime } = variables;
  const evaluate = (expression: string): unknown =>
    utils.evaluateJsExpression(expression, {
      ...globals,
      ...collection,
      ...environment,
      ...inner,
      ...runtime,
      ...{ bru, req, res },
    });

  return {
    /** Each assertion is a test of its own, named as it is written: `res.status eq 200`. */
    runAssertions(assertions: readonly Assertion[]): void {
      const check = createAssertionCheck(parts, evaluate);
      const results: AssertionResult[] = [];
      for (const { expression, operator, value = '' } of assertions) {
        const written = `${operator} ${value}`.trim();
        const result: AssertionResult = {
          ...{ lhsExpr: expression, rhsExpr: written, operator, rhsOperand: value, status: 'pass' },
        };
        results.push(result);
        tests.test(`${expression} ${written}`, () => {
          try {
            check(expression, written);
          } catch (error) {
            Object.assign(result, { status: 'fail', error: describeError(error).message });
            throw error;
          }
        });
      }
      onResults(results);
    },

    /** As in Bruno, a variable whose expression fails is not set, and the request goes on. */
    setResponseVariables(responseVariables: readonly ResponseVariable[]): void {
      const problems: string[] = [];
      for (const { name, expression, scope } of responseVariables) {
        try {
          const value = evaluate(expression);
          if (scope === 'environment') environment[name] = value;
          else if (scope === 'runtime') runtime[name] = value;
          else if (scope === 'collection') collection[name] = value;
          else inner[name] = value;
        } catch (error) {
          problems.push(`${name}: ${toText((error as Error | undefined)?.message ?? error)}`);
        }
      }
      if (problems.length > 0) warn(`Variables that were not set: ${problems.join('; ')}`);
    },
  };
}

/** @returns checks one assertion; throws why it fails, with a stack that does not lead into the script of the host */
function createAssertionCheck(
  { variables: { collection, globals, environment, inner, runtime }, request, response }: CheckParts,
  evaluate: (expression: string) => unknown,
) {
  // Not 'quickjs', which would evaluate in an engine of its own: this realm is the sandbox already.
  const asserting = new AssertRuntime({ runtime: 'nodevm' });
  return (expression: string, written: string): void => {
    let evaluated: unknown;
    try {
      evaluated = evaluate(expression);
    } catch (error) {
      if (error instanceof Error) error.stack = `${error.name}: ${error.message}`;
      throw error;
    }
    const [outcome] = asserting.runAssertions(
      [{ name: EVALUATED, value: written, enabled: true }],
      { ...request, requestVariables: inner, collectionVariables: collection, globalEnvironmentVariables: globals },
      response ?? {},
      environment,
      { ...runtime, [EVALUATED]: evaluated },
      {},
    );
    if (outcome?.status === 'pass') return;
    const message = outcome?.error ?? 'It was not evaluated.';
    throw Object.assign(new PlainError(message), { name: 'AssertionError', stack: `AssertionError: ${message}` });
  };
}
