/** The modules of lodash as one function that evaluates each of them when it is first used. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseAst } from 'rolldown/parseAst';
import { childrenOf, nameOf, type Node } from './syntax-tree.ts';

/**
 * Puts CommonJS modules into one function, `load`, as cases with numbers. A bundler would create a closure for each
 * module as soon as the library is required: for the hundreds of modules of lodash, this takes longer than the script's
 * use of it.
 */
export function modulesInOneFunction() {
  const numbers = new Map<string, number>();
  const sources: string[] = [];
  const add = (file: string): number => {
    const known = numbers.get(file);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(file, number);
    const { resolve } = createRequire(file);
    sources[number] = withLateRequires(
      withLateBuffer(readFileSync(file, 'utf8')),
      (required) => `load(${add(resolve(required))})`,
    );
    return number;
  };
  return {
    /** Adds the module and those that it requires. @returns its number */
    add,
    // A module that could not be evaluated, because the script's stack was full, is evaluated again the next time.
    source: (): string => `const modules = [];
      const load = (number) => {
        const known = modules[number];
        if (known) return known.exports;
        const module = (modules[number] = { exports: {} });
        try {
          evaluate(number, module, module.exports);
        } catch (error) {
          modules[number] = undefined;
          throw error;
        }
        return module.exports;
      };
      function evaluate(number, module, exports) {
        switch (number) {
          ${sources.map((source, number) => `case ${number}: return (function () {\n${source}\n}).call(exports);`).join('\n')}
        }
      }`,
  };
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns a module in which a required module is loaded where its name is used, and not when this one is evaluated:
 * `sortBy` refers to a hundred modules, and calling it needs twenty. A name that the module also declares otherwise, or
 * assigns, is loaded at once.
 *
 * @param load returns the expression that loads the required module
 */
export function withLateRequires(source: string, load: (required: string) => string): string {
  const program = parseAst(source) as unknown as Node;
  const required = new Map<string, { declarator: Node; call: Node; specifier: string }>();
  const uses: Node[] = [];
  const edits: Edit[] = [];
  /** Names that are declared or assigned in another way than by `var name = require(...)`. */
  const others = new Set<string>();

  function visit(node: Node): void {
    if (node.type === 'Identifier') uses.push(node);
    const specifier = node.type === 'VariableDeclarator' ? requiredBy(node['init'] as Node | null) : undefined;
    const name = nameOf((node['id'] ?? node) as Node);
    if (specifier !== undefined && !required.has(name))
      return void required.set(name, { declarator: node, call: node['init'] as Node, specifier });
    const unnamed = requiredBy(node);
    if (unnamed !== undefined) return void edits.push({ ...node, text: load(unnamed) });
    for (const target of targetsOf(node)) others.add(nameOf(target));
    for (const child of childrenOf(node)) if (!namesMember(node, child)) visit(child);
  }
  visit(program);

  for (const [name, { declarator, call, specifier }] of required) {
    const text = load(specifier);
    if (others.has(name)) edits.push({ start: call.start, end: call.end, text });
    else edits.push({ start: (declarator['id'] as Node).end, end: declarator.end, text: '' });
  }
  for (const use of uses) {
    const { specifier } = required.get(nameOf(use)) ?? {};
    if (specifier !== undefined && !others.has(nameOf(use)))
      edits.push({ ...use, text: `(${nameOf(use)} ??= ${load(specifier)})` });
  }
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), source);
}

/** The path in `require('./path')`. */
function requiredBy(call: Node | null): string | undefined {
  if (call?.type !== 'CallExpression' || nameOf(call['callee'] as Node) !== 'require') return undefined;
  const path = (call['arguments'] as Node[])[0]?.['value'];
  return typeof path === 'string' && path.startsWith('.') ? path : undefined;
}

/** The names that a node declares or assigns. */
function targetsOf(node: Node): Node[] {
  const targets = [node['params'], /^(Function|VariableDeclarator|Class)/.test(node.type) ? node['id'] : undefined];
  if (node.type === 'CatchClause') targets.push(node['param']);
  if (node.type === 'AssignmentExpression') targets.push(node['left']);
  if (node.type === 'UpdateExpression') targets.push(node['argument']);
  return (targets.flat() as (Node | null | undefined)[]).filter((target) => target?.type === 'Identifier') as Node[];
}

/** Whether the child only names a member of an object or a property. */
const namesMember = (node: Node, child: Node): boolean =>
  node['computed'] !== true &&
  ((node.type === 'MemberExpression' && node['property'] === child) ||
    (node.type === 'Property' && node['key'] === child));

const READS_BUFFER = 'var Buffer = moduleExports ? root.Buffer : undefined';

/**
 * Returns a module that reads the global Buffer at the first value that is one, and not when the module is evaluated:
 * for a script that only sorts a list, creating the global would take longer than sorting.
 */
const withLateBuffer = (source: string): string =>
  source.replace(
    READS_BUFFER,
    `var Buffer = {
      isBuffer: (value) => value != null && value._isBuffer === true && root.Buffer.isBuffer(value),
      allocUnsafe: (length) => root.Buffer.allocUnsafe(length),
    }`,
  );
