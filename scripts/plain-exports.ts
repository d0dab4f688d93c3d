/**
 * Transforms a built CommonJS file so that it exports plain members where the bundler has written getters. A run uses
 * functions of other files about eighty times for each request, and calling as many getters took a twentieth of its
 * processor time.
 */
import { parseAst } from 'rolldown/parseAst';
import type { Plugin } from 'vite';
import { nameOf, reassignedIn, type Node } from './syntax-tree.ts';

/** The variable that a function returns, if it does nothing else. */
function returnedBy(getter: Node): string {
  const [first] = (getter['body'] as Node)['body'] as Node[];
  const value = first?.type === 'ReturnStatement' ? (first['argument'] as Node | null) : undefined;
  return value ? nameOf(value) : '';
}

/** Matches `Object.defineProperty(exports, 'name', { enumerable: true, get: function() { return variable; } });`. */
function exportedVariable(statement: Node): { name: string; variable: string } | undefined {
  const call = statement.type === 'ExpressionStatement' ? (statement['expression'] as Node) : undefined;
  const callee = call?.type === 'CallExpression' ? (call['callee'] as Node) : undefined;
  if (!call || callee?.type !== 'MemberExpression' || nameOf(callee['property'] as Node) !== 'defineProperty') return;
  const [target, name, descriptor] = call['arguments'] as Node[];
  if (!target || nameOf(target) !== 'exports' || name?.type !== 'Literal') return;
  const members = descriptor?.type === 'ObjectExpression' ? (descriptor['properties'] as Node[]) : [];
  const getter = members.map(({ value }) => value as Node).find(({ type }) => type === 'FunctionExpression');
  const variable = getter ? returnedBy(getter) : '';
  return variable === '' ? undefined : { name: JSON.stringify(name['value']), variable };
}

/** @returns the file with plain exports; the export of a variable that is reassigned keeps its getter */
export function makeExportsPlain(code: string): string {
  const program = parseAst(code, { lang: 'js', sourceType: 'script' }) as unknown as Node;
  const reassigned = reassignedIn(program);
  let changed = code;
  for (const statement of (program['body'] as Node[]).toReversed()) {
    const exported = exportedVariable(statement);
    if (!exported || reassigned.has(exported.variable)) continue;
    const plain = `exports[${exported.name}] = ${exported.variable};`;
    changed = changed.slice(0, statement.start) + plain + changed.slice(statement.end);
  }
  return changed;
}

export const plainExports: Plugin = {
  name: 'outrigger-plain-exports',
  renderChunk: (code, _chunk, { format }) => (format === 'cjs' ? makeExportsPlain(code) : undefined),
};
