/** Walks a syntax tree of JavaScript in the ESTree format. */
export interface Node {
  type: string;
  /** Range of the text in UTF-16 units. */
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

/**
 * The child nodes that are evaluated together with the expression: not the body of a function, and no identifier that
 * only names a member.
 */
export function evaluatedWith(node: Node): Node[] {
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return [];
  const names =
    node.type === 'MemberExpression' ? node['property'] : node.type === 'Property' ? node['key'] : undefined;
  return childrenOf(node).filter((child) => node['computed'] === true || child !== names || node['shorthand'] === true);
}

export const nameOf = (node: Node): string => (node.type === 'Identifier' ? (node['name'] as string) : '');

/** The beginning of a chain of members and calls: `a` of `a.b(c).d`. */
export function rootOf(node: Node): Node {
  if (node.type === 'MemberExpression') return rootOf(node['object'] as Node);
  return node.type === 'CallExpression' ? rootOf(node['callee'] as Node) : node;
}
