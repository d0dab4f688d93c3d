/** Walks the syntax tree of JavaScript, in the form of ESTree. */
export interface Node {
  type: string;
  /** Where its text begins and ends, in UTF-16 units. */
  start: number;
  end: number;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value): Node[] => {
    if (Array.isArray(value)) return value.filter(isNode);
    return isNode(value) ? [value] : [];
  });
}

/** The parts that are evaluated when the expression is: not the body of a function, and no name that only names a member. */
export function evaluatedWith(node: Node): Node[] {
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return [];
  const names =
    node.type === 'MemberExpression' ? node['property'] : node.type === 'Property' ? node['key'] : undefined;
  return childrenOf(node).filter((child) => node['computed'] === true || child !== names || node['shorthand'] === true);
}

export const nameOf = (node: Node): string => (node.type === 'Identifier' ? (node['name'] as string) : '');

/** Where a chain of members and calls begins: `a` of `a.b(c).d`. */
export function rootOf(node: Node): Node {
  if (node.type === 'MemberExpression') return rootOf(node['object'] as Node);
  return node.type === 'CallExpression' ? rootOf(node['callee'] as Node) : node;
}
