/** Finds the calls of programs in the source of a script, without running it. */
import { parse, type AnyNode, type CallExpression, type Expression, type MemberExpression, type Program } from 'acorn';
import { full } from 'acorn-walk';
import { toFailure } from '../../../contract/errors.ts';
import { visibleBeginning } from '../../../contract/visible-text.ts';

/** Stands for a value that is known only when the script runs. */
export const computed = Symbol('computed');

export interface FoundCall {
  via: 'execute' | 'executeAsync';
  /** One-based. */
  line: number;
  file: string;
  args: unknown;
  /** Values may be `computed`, including those inside of `env`. */
  options: Record<string, unknown>;
}
/** A call whose file or options can be computed only by running the script. */
export interface ComputedCall {
  line: number;
  /** The rest of a sentence that begins with the call. */
  why: string;
}

const names: readonly string[] = ['execute', 'executeAsync'];

/** Characters of the parser's message, which repeats names of the script. */
const MAX_MESSAGE = 200;

interface ScriptCalls {
  calls: FoundCall[];
  computedCalls: ComputedCall[];
}

/** Never throws: a script that cannot be scanned has one computed call that says why. */
export function scanScript(source: string): ScriptCalls {
  try {
    return callsIn(
      parse(source, {
        ecmaVersion: 'latest',
        locations: true,
        allowAwaitOutsideFunction: true,
        allowReturnOutsideFunction: true,
        allowHashBang: true,
      }),
    );
  } catch (error) {
    return { calls: [], computedCalls: [{ line: 1, why: whyNotScanned(error) }] };
  }
}

/** The parser and the walk through its tree call themselves for each level, so deep code exhausts the stack. */
function whyNotScanned(error: unknown): string {
  const { message } = toFailure(error);
  if (error instanceof RangeError || message.startsWith('Not enough stack space')) {
    return 'cannot be scanned: the script is nested too deeply';
  }
  return `cannot be read: ${visibleBeginning(message, MAX_MESSAGE)}`;
}

function callsIn(program: Program): ScriptCalls {
  const calls: FoundCall[] = [];
  const computedCalls: ComputedCall[] = [];
  const constants = constantsOf(program);
  const callees = new Set<AnyNode>();
  const lineOf = (node: AnyNode) => node.loc?.start.line ?? 1;
  full(program, (node) => {
    const current = node;
    if (current.type !== 'CallExpression' || current.callee.type !== 'MemberExpression') return;
    const via = propertyOf(current.callee);
    const isPm = current.callee.object.type === 'Identifier' && current.callee.object.name === 'pm';
    if (!isPm || (via !== 'execute' && via !== 'executeAsync')) return;
    callees.add(current.callee);
    const call = readCall(current, constants);
    if (typeof call === 'string') computedCalls.push({ line: lineOf(current), why: call });
    else calls.push({ via, line: lineOf(current), ...call });
  });
  full(program, (node) => {
    const current = node;
    if (callees.has(current)) return;
    const isPart = current.type === 'MemberExpression' && names.includes(propertyOf(current) ?? '');
    const isPattern =
      current.type === 'ObjectPattern' &&
      current.properties.some(
        (property) =>
          property.type === 'Property' && property.key.type === 'Identifier' && names.includes(property.key.name),
      );
    const isChosen =
      current.type === 'MemberExpression' &&
      current.object.type === 'Identifier' &&
      current.object.name === 'pm' &&
      propertyOf(current) === undefined;
    if (isPart || isPattern || isChosen) {
      computedCalls.push({
        line: lineOf(current),
        why: 'uses the function by another name than pm.executeAsync or pm.execute',
      });
    }
  });
  return { calls, computedCalls };
}

function propertyOf({ property, computed: inBrackets }: MemberExpression): string | undefined {
  if (!inBrackets) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

/** @returns the call's arguments, or why they cannot be determined */
function readCall(
  { arguments: words }: CallExpression,
  constants: Constants,
): { file: string; args: unknown; options: Record<string, unknown> } | string {
  if (words.some(({ type }) => type === 'SpreadElement')) return 'has computed arguments';
  const [file, args, options = null] = words.map((word) => valueOf(word as Expression, constants));
  if (typeof file !== 'string') return 'has a computed file name';
  if (options === computed) return `has computed options, for ${file}`;
  return { file, args, options: (options ?? {}) as Record<string, unknown> };
}

/** Variables that are declared exactly once in the script, by `const`. */
type Constants = ReadonlyMap<string, Expression>;

function constantsOf(program: Program): Constants {
  const constants = new Map<string, Expression>();
  const declarationCounts = new Map<string, number>();
  full(program, (node) => {
    const current = node;
    // Scopes are not analysed: a parameter of the same name counts as the constant.
    if (current.type === 'VariableDeclarator' && current.id.type === 'Identifier') {
      declarationCounts.set(current.id.name, (declarationCounts.get(current.id.name) ?? 0) + 1);
    }
    if (current.type !== 'VariableDeclaration' || current.kind !== 'const') return;
    for (const { id, init } of current.declarations) {
      if (id.type === 'Identifier' && init && !isMutable(init)) constants.set(id.name, init);
    }
  });
  full(program, (node) => {
    const current = node;
    const parameters = 'params' in current ? current.params : [];
    for (const parameter of parameters) if (parameter.type === 'Identifier') constants.delete(parameter.name);
  });
  for (const [name, count] of declarationCounts) if (count > 1) constants.delete(name);
  return constants;
}

/** An object or array could be changed between its declaration and the call. */
const isMutable = ({ type }: Expression) => type === 'ObjectExpression' || type === 'ArrayExpression';

function valueOf(node: Expression, constants: Constants): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0]?.value.cooked : computed;
    case 'ArrayExpression':
      return node.elements.map((element) =>
        element && element.type !== 'SpreadElement' ? valueOf(element, constants) : computed,
      );
    case 'ObjectExpression': {
      const entries: [string, unknown][] = [];
      for (const property of node.properties) {
        if (property.type === 'SpreadElement') return computed;
        const { key } = property;
        const name = key.type === 'Identifier' && !property.computed ? key.name : valueOf(key, constants);
        if (typeof name !== 'string' || name === '__proto__') return computed;
        entries.push([name, property.kind === 'init' ? valueOf(property.value, constants) : computed]);
      }
      return Object.fromEntries(entries);
    }
    case 'Identifier': {
      if (node.name === 'undefined') return undefined;
      const constant = constants.get(node.name);
      return constant && constant.type !== 'Identifier' ? valueOf(constant, constants) : computed;
    }
    default:
      return computed;
  }
}
