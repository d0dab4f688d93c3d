/**
 * Transforms a built file so that its schemas are created when they are first used. A command uses a few dozen of the
 * thousand schemas that its files define, and creating the others took a sixth of its start; the host uses those of the
 * calls that are made, and all of them took 6 MB of its memory. Only CommonJS files can be transformed, because they
 * export through getters: reading a schema of another file is then its first use as well.
 */
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { transformSync } from 'rolldown/utils';
import type { Plugin } from 'vite';
import { evaluatedWith, nameOf, reassignedIn, rootOf, type Node } from './syntax-tree.ts';

/** Methods that derive a schema from another one. That one may be in another file, where only its name is known. */
const derivingMethods = new Set(['extend', 'optional', 'nullable', 'default', 'pick', 'omit', 'partial']);
/** Methods that validate a value: at the top level of a file, they are meant to run while the file is loaded. */
const checkingMethods = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);
/** Expressions that must be evaluated while the file is loaded, wherever they are nested. */
const unmovable = new Set([
  'AssignmentExpression',
  'UpdateExpression',
  'AwaitExpression',
  'YieldExpression',
  'ClassExpression',
  'ImportExpression',
  'ThisExpression',
]);

/** The function that replaces a getter by the value that it has created. */
const KEEP = 'keep$late';
const keepFunction = `
function ${KEEP}(table, name, value) {
  Object.defineProperty(table, name, { value, enumerable: true });
  return value;
}
`;

/** The facts that are collected about one file. */
interface FileFacts {
  /** The variable that contains zod. */
  zod: string;
  /** Functions of the file that only create a schema. */
  makers: Set<string>;
  /** Variables whose values are created at their first use, with the expressions that create them. */
  late: Map<string, Node>;
  /** Variables that are reassigned somewhere: neither they nor what refers to them is moved. */
  reassigned: ReadonlySet<string>;
}

function isSchemaCall(node: Node, facts: FileFacts): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node['callee'] as Node;
  if (callee.type === 'Identifier') return facts.makers.has(nameOf(callee));
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return false;
  const method = nameOf(callee['property'] as Node);
  if (checkingMethods.has(method)) return false;
  const object = callee['object'] as Node;
  if (nameOf(object) === 'Object') return method === 'fromEntries' && isListOfSchemas(node, facts);
  const root = rootOf(object);
  if (root.type !== 'Identifier') return false;
  if (object === root && nameOf(root) === facts.zod) return true;
  if (isSchemaCall(object, facts) || facts.late.has(nameOf(object))) return true;
  return derivingMethods.has(method) && (facts.late.has(nameOf(root)) || nameOf(root).startsWith('require_'));
}

/** `Object.fromEntries(list.map((name) => [name, schema]))`: a table of schemas for names that are computed. */
function isListOfSchemas(fromEntries: Node, facts: FileFacts): boolean {
  const [list] = fromEntries['arguments'] as Node[];
  const callee = list?.type === 'CallExpression' ? (list['callee'] as Node) : undefined;
  if (!list || callee?.type !== 'MemberExpression' || nameOf(callee['property'] as Node) !== 'map') return false;
  const [entry] = list['arguments'] as Node[];
  if (entry?.type !== 'ArrowFunctionExpression' || entry['expression'] !== true) return false;
  const pair = entry['body'] as Node;
  return pair.type === 'ArrayExpression' && mentionsSchema(pair, facts) && isMovable(pair, facts, true);
}

/** Whether the expression may be evaluated later: it has no side effects, and nothing that it reads changes. */
function isMovable(node: Node, facts: FileFacts, inSchema = false): boolean {
  if (unmovable.has(node.type)) return false;
  if (node.type === 'Identifier') return !facts.reassigned.has(nameOf(node));
  const isSchema = isSchemaCall(node, facts);
  if ((node.type === 'CallExpression' || node.type === 'NewExpression') && !isSchema && !inSchema) return false;
  return evaluatedWith(node).every((child) => isMovable(child, facts, inSchema || isSchema));
}

function mentionsSchema(node: Node, facts: FileFacts): boolean {
  if (isSchemaCall(node, facts) || (node.type === 'Identifier' && facts.late.has(nameOf(node)))) return true;
  return evaluatedWith(node).some((child) => mentionsSchema(child, facts));
}

/** Whether the value is a schema, or an object whose members are schemas. */
function isLate(node: Node, facts: FileFacts): boolean {
  const isTable = node.type === 'ObjectExpression' && mentionsSchema(node, facts);
  return (isSchemaCall(node, facts) || isTable) && isMovable(node, facts);
}

/** Matches `var name = value` where it is the only declaration of the statement. */
function variableOf(statement: Node): { name: string; value: Node } | undefined {
  const [first, ...more] = statement.type === 'VariableDeclaration' ? (statement['declarations'] as Node[]) : [];
  const id = first?.['id'] as Node | undefined;
  const value = first?.['init'] as Node | null | undefined;
  if (more.length > 0 || id?.type !== 'Identifier' || !value) return undefined;
  return { name: nameOf(id), value };
}

/** The name of a function that only returns a value, with that value. */
function functionOf(statement: Node): { name: string; value: Node } | undefined {
  if (statement.type === 'FunctionDeclaration') {
    const [first, ...more] = (statement['body'] as Node)['body'] as Node[];
    const value = first?.type === 'ReturnStatement' ? (first['argument'] as Node | null) : undefined;
    return value && more.length === 0 ? { name: nameOf(statement['id'] as Node), value } : undefined;
  }
  const variable = variableOf(statement);
  if (variable?.value.type !== 'ArrowFunctionExpression' || variable.value['expression'] !== true) return undefined;
  return { name: variable.name, value: variable.value['body'] as Node };
}

function learn(statements: readonly Node[], facts: FileFacts): void {
  for (let before = -1; before !== facts.makers.size + facts.late.size;) {
    before = facts.makers.size + facts.late.size;
    for (const statement of statements) {
      const maker = functionOf(statement);
      if (maker && isSchemaCall(maker.value, facts)) facts.makers.add(maker.name);
      const variable = variableOf(statement);
      if (!variable || facts.reassigned.has(variable.name)) continue;
      if (isLate(variable.value, facts)) facts.late.set(variable.name, variable.value);
    }
  }
}

/** Whether the statement is the remainder of a schema that nothing refers to. */
function isUnused(statement: Node, facts: FileFacts): boolean {
  if (statement.type !== 'ExpressionStatement') return false;
  const expression = statement['expression'] as Node;
  const parts = expression.type === 'SequenceExpression' ? (expression['expressions'] as Node[]) : [expression];
  return parts.every((part) => isSchemaCall(part, facts) && isMovable(part, facts));
}

/** The text of a member of a table as a getter; undefined if it has no schema. */
function lateMember(member: Node, code: string, facts: FileFacts): string | undefined {
  const [key, value] = [member['key'] as Node | undefined, member['value'] as Node | undefined];
  if (!key || !value || member['computed'] === true || member['kind'] !== 'init') return undefined;
  const name = code.slice(key.start, key.end);
  const isOfOtherFile = value.type === 'MemberExpression' && nameOf(rootOf(value)).startsWith('require_');
  if (facts.late.has(nameOf(value)) || isOfOtherFile) {
    return `get ${name}() { return ${code.slice(value.start, value.end)}; }`;
  }
  if (!isLate(value, facts)) return undefined;
  const text = JSON.stringify(nameOf(key) || key['value']);
  return `get ${name}() { return ${KEEP}(this, ${text}, ${lateText(value, code, facts)}); }`;
}

/**
 * The text of a late value. The members of a table that are schemas or tables become getters: of the calls of a
 * contract, only those that are made have their schemas created.
 */
function lateText(value: Node, code: string, facts: FileFacts): string {
  let text = code.slice(value.start, value.end);
  const members = value.type === 'ObjectExpression' ? (value['properties'] as Node[]) : [];
  for (const member of members.toReversed()) {
    const getter = lateMember(member, code, facts);
    if (getter === undefined) continue;
    text = text.slice(0, member.start - value.start) + getter + text.slice(member.end - value.start);
  }
  return text;
}

const isRequired = (value: Node, file: string) =>
  value.type === 'CallExpression' &&
  nameOf(value['callee'] as Node) === 'require' &&
  path.posix.basename(String((value['arguments'] as Node[])[0]?.['value'])) === file;

/**
 * @param code a built CommonJS file
 * @param zodFile the name of the built file that contains zod
 * @returns the file with schemas that are created when they are first used; undefined if it has none
 */
export function makeSchemasLate(code: string, zodFile: string): string | undefined {
  const program = parseAst(code, { lang: 'js', sourceType: 'script' }) as unknown as Node;
  const statements = program['body'] as Node[];
  const zod = statements.map(variableOf).find((variable) => variable && isRequired(variable.value, zodFile))?.name;
  if (zod === undefined) return undefined;
  const facts: FileFacts = { zod, makers: new Set(), late: new Map(), reassigned: reassignedIn(program) };
  learn(statements, facts);
  let changed = code;
  const define: Record<string, string> = {};
  for (const statement of statements.toReversed()) {
    const name = variableOf(statement)?.name;
    const value = name === undefined ? undefined : facts.late.get(name);
    if (name !== undefined && value) {
      // The bundler replaces only identifiers that are not declared in an inner scope, so other variables of the same
      // name are preserved.
      define[name] = `${name}$get()`;
      const lateCode = `var ${name}$made; function ${name}$get() { return ${name}$made ??= ${lateText(value, code, facts)}; }`;
      changed = changed.slice(0, statement.start) + lateCode + changed.slice(statement.end);
    } else if (isUnused(statement, facts)) changed = changed.slice(0, statement.start) + changed.slice(statement.end);
  }
  if (changed.includes(KEEP)) changed += keepFunction;
  const result = transformSync('chunk.cjs', changed, { lang: 'js', sourceType: 'script', define });
  if (result.errors.length > 0) throw new Error(`The schemas could not be made late: ${result.errors[0]?.message}`);
  return result.code;
}

export const lateSchemas: Plugin = {
  name: 'outrigger-late-schemas',
  renderChunk(code, _chunk, _options, { chunks }) {
    // Other files may contain a small module of it, too.
    const zodChunk = Object.values(chunks).find(({ moduleIds }) =>
      moduleIds.some((id) => /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas/.test(id)),
    );
    return zodChunk && makeSchemasLate(code, path.posix.basename(zodChunk.fileName));
  },
};
