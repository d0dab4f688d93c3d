/**
 * Determines from the source of a script where its errors and rejected promises are handled, and where errors become
 * rejections.
 */
import { parse, type AnyNode, type Node } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** A place in the source where a call is active, or from which a promise originates. */
export interface ErrorPlace {
  /** An error thrown here is caught by a `try` around it in the same function. */
  catchesErrors: boolean;
  /**
   * The rejection of a promise that is made here is handled: by a `try`, `.catch()`, `.then()` with two functions,
   * `Promise.allSettled()`.
   */
  catchesRejections: boolean;
  /**
   * An error that leaves the function of this place rejects a promise: the function is asynchronous, or was passed to a
   * promise.
   */
  rejects: boolean;
  /** `Promise.reject()` is called here. */
  isPromiseReject: boolean;
}
/** @param line zero-based, like `column` */
export type ErrorPlaces = (line: number, column: number) => ErrorPlace;

interface Range {
  start: number;
  end: number;
}
interface Region extends Range {
  handles: 'errors' | 'rejections';
  /** The innermost function that contains it. */
  inFunction: Node | undefined;
}
const contains = ({ start, end }: Range, offset: number): boolean => start <= offset && offset < end;
const isFunction = ({ type }: Node): boolean => /Function/.test(type);
const isPromise = (node: AnyNode): boolean => node.type === 'Identifier' && node.name === 'Promise';

/** @param source as the inspector returns it; if it cannot be parsed, no error counts as handled */
export function errorPlaces(source: string): ErrorPlaces {
  const functions: (Range & { node: Node; rejects: boolean })[] = [];
  const regions: Region[] = [];
  const promiseRejects: Range[] = [];

  function visit(node: AnyNode, ancestors: AnyNode[]): void {
    const [parent, inFunction] = [ancestors.at(-2), ancestors.slice(0, -1).findLast(isFunction)];
    const { start, end } = node;
    if (isFunction(node)) {
      const isAsync = (node as AnyNode & { async?: boolean }).async === true;
      functions.push({ start, end, node, rejects: isAsync || (parent !== undefined && givesToPromise(parent)) });
    }
    if (node.type === 'TryStatement' && node.handler) {
      regions.push({ start: node.block.start, end: node.block.end, handles: 'errors', inFunction });
    }
    const method = calledMethod(node);
    if (!method) return;
    const { object, name, count } = method;
    if (name === 'catch' || (name === 'then' && count > 1)) {
      regions.push({ start: object.start, end: object.end, handles: 'rejections', inFunction });
    }
    if (!isPromise(object)) return;
    if (name === 'allSettled') regions.push({ start: object.end, end, handles: 'rejections', inFunction });
    if (name === 'reject') promiseRejects.push({ start, end });
  }
  try {
    const program = parse(source, { ecmaVersion: 'latest', allowReturnOutsideFunction: true });
    fullAncestor(program, (node, _state, ancestors) => visit(node, ancestors));
  } catch {
    return () => ({ catchesErrors: false, catchesRejections: false, rejects: false, isPromiseReject: false });
  }
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (line, column) => {
    const offset = (lineStarts[line] ?? source.length) + column;
    const around = (range: Range) => contains(range, offset);
    const innermost = functions.filter(around).sort((a, b) => b.start - a.start)[0];
    const handled = regions.filter((region) => region.inFunction === innermost?.node && around(region));
    return {
      catchesErrors: handled.some(({ handles }) => handles === 'errors'),
      catchesRejections: handled.length > 0,
      rejects: innermost?.rejects ?? false,
      isPromiseReject: promiseRejects.some(around),
    };
  };
}

/** Whether errors of a function that is passed to this expression become rejections. */
function givesToPromise(node: AnyNode): boolean {
  if (node.type === 'NewExpression') return isPromise(node.callee);
  return /^(?:then|catch|finally)$/.test(calledMethod(node)?.name ?? '');
}

/** Matches `object.name(…)` and `object?.name(…)`. */
function calledMethod(node: AnyNode): { object: AnyNode; name: string; count: number } | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = node.callee;
  if (computed || property.type !== 'Identifier') return undefined;
  return { object, name: property.name, count: node.arguments.length };
}
