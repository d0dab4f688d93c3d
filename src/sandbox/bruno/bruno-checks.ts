/**
 * Evaluates the assertions of a request and the variables that are set from its response (`runtime.assertions` and
 * `runtime.actions` of its file) as in Bruno. The host calls these two functions by a generated script. With Bruno's
 * chai, to which Bruno's runtime adds assertions, it is a chunk of its own, loaded when a script first needs it.
 */
import type { Fields } from '../channel.ts';
import AssertRuntime from '@usebruno/js/src/runtime/assert-runtime.js';
import utils from '@usebruno/js/src/utils.js';
import chai from 'chai';
import { describeError } from '../describe-error.ts';
import { PlainError, toText } from '../primordials.ts';
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
  /** Bruno writes "request" for what it calls a local variable, and sets it like one of "runtime". */
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
  /** Writes a warning to the console. */
  warn: (text: string) => void;
  /** Receives the results of all assertions after they were evaluated. */
  onResults: (results: AssertionResult[]) => void;
}
/** An entry in the result of `bru.getAssertionResults`. */
export interface AssertionResult {
  lhsExpr: string;
  rhsExpr: string;
  operator: string;
  rhsOperand: string;
  status: 'pass' | 'fail';
  error?: string;
}
/** The name by which Bruno's runtime finds the value of the expression, which is evaluated here. */
const EVALUATED = '__evaluated';

/** The names that Bruno's `setVar` and `getVar` accept. */
const VARIABLE_NAME = /^[\w.-]*$/;

export const { expect, assert } = chai;

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
      bru,
      req,
      res,
    });

  return {
    /** Each assertion is a test of its own, named as it is written: `res.status eq 200`. */
    runAssertions(assertions: readonly Assertion[]): void {
      const check = createAssertionCheck(parts, evaluate);
      const results: AssertionResult[] = [];
      for (const { expression, operator, value = '' } of assertions) {
        const written = `${operator} ${value}`.trim();
        const result: AssertionResult = {
          lhsExpr: expression,
          rhsExpr: written,
          operator,
          rhsOperand: value,
          status: 'pass',
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

    /** As in Bruno, a variable whose expression fails is not set, and the request continues. */
    setResponseVariables(responseVariables: readonly ResponseVariable[]): void {
      const problems: string[] = [];
      for (const { name, expression, scope } of responseVariables) {
        try {
          if (!VARIABLE_NAME.test(name))
            throw new PlainError('its name has other signs than letters, digits and "-_."');
          const values = { environment, runtime, request: runtime, folder: inner, collection }[scope];
          values[name] = evaluate(expression);
        } catch (error) {
          problems.push(`${name}: ${toText((error as Error | undefined)?.message ?? error)}`);
        }
      }
      if (problems.length > 0) warn(`Variables that were not set: ${problems.join('; ')}`);
    },
  };
}

/**
 * @returns a function that checks one assertion and throws its failure, with a stack that does not lead into the
 * generated script
 */
function createAssertionCheck(
  { variables: { collection, globals, environment, inner, runtime }, request, response }: CheckParts,
  evaluate: (expression: string) => unknown,
) {
  // Not 'quickjs', which would start another engine; this realm is already the sandbox.
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
