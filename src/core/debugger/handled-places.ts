/** Finds the places of a script whose errors a `try` with a `catch` around them handles. */
import { parse, type Node } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** Whether an error thrown at a place is handled there: a line from 0, and a column from 0. */
export type IsHandled = (line: number, column: number) => boolean;

interface Range {
  start: number;
  end: number;
}
const contains = ({ start, end }: Range, offset: number): boolean => start <= offset && offset < end;
const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** @param source as the inspector has it; one that cannot be parsed handles nothing */
export function handledPlaces(source: string): IsHandled {
  const functions: Range[] = [];
  const blocks: (Range & { inFunction: Range | undefined })[] = [];
  try {
    const program = parse(source, { ecmaVersion: 'latest', allowReturnOutsideFunction: true });
    fullAncestor(program, (node, _state, ancestors) => {
      if (isFunction(node)) functions.push(node);
      const { block, handler } = node as Node & { block?: Node; handler?: Node | null };
      if (node.type !== 'TryStatement' || !block || !handler) return;
      blocks.push({ start: block.start, end: block.end, inFunction: ancestors.findLast(isFunction) });
    });
  } catch {
    return () => false;
  }
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (line, column) => {
    const offset = (lineStarts[line] ?? source.length) + column;
    const innermost = functions
      .filter((range) => contains(range, offset))
      .reduce<Range | undefined>(
        (least, one) => (least && least.end - least.start < one.end - one.start ? least : one),
        undefined,
      );
    return blocks.some((block) => {
      const isSameFunction = block.inFunction?.start === innermost?.start && block.inFunction?.end === innermost?.end;
      return isSameFunction && contains(block, offset);
    });
  };
}
