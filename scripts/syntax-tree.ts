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

/** Names that a function, a block or a loop declares itself: assigning to them changes nothing outside. */
function declaredIn(scope: Node): string[] {
  const held = scope.type === 'BlockStatement' ? (scope['body'] as Node[]) : [scope['init'], scope['left']];
  const declared = (held as (Node | null | undefined)[]).flatMap((part) =>
    part?.type === 'VariableDeclaration' ? (part['declarations'] as Node[]).map((item) => item['id'] as Node) : [],
  );
  return [...declared, ...((scope['params'] as Node[] | undefined) ?? [])].map(nameOf);
}

/** Statements and expressions that assign to what is on their left or to their argument. */
const assigning = new Set(['AssignmentExpression', 'UpdateExpression', 'ForInStatement', 'ForOfStatement']);

/** The variables to which a target assigns; of a pattern also those that it only reads. */
function assignedBy(target: Node): string[] {
  if (target.type === 'Identifier') return [nameOf(target)];
  return target.type === 'MemberExpression' || target.type === 'VariableDeclaration'
    ? []
    : childrenOf(target).flatMap(assignedBy);
}

/** The variables of a file that are reassigned somewhere in it. */
export function reassignedIn(program: Node): Set<string> {
  const reassigned = new Set<string>();
  const collect = (node: Node, declared: ReadonlySet<string>): void => {
    const target = assigning.has(node.type) ? ((node['left'] ?? node['argument']) as Node) : undefined;
    for (const name of target ? assignedBy(target) : []) if (!declared.has(name)) reassigned.add(name);
    const inside = node.type === 'Program' ? [] : declaredIn(node);
    const names = inside.length > 0 ? new Set([...declared, ...inside]) : declared;
    for (const child of childrenOf(node)) collect(child, names);
  };
  collect(program, new Set());
  return reassigned;
}
