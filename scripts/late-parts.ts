/**
 * Bundles the code of a script's realm into one expression in which rarely used parts are evaluated at their first
 * call. Evaluating all parts at once would take a sixth of the time of a small script.
 *
 * A late part is a module of src/sandbox that exports only functions. Other modules import functions of the same names
 * that evaluate the part and call it. Code that late parts share with others is evaluated once, so that captured
 * built-ins, classes and state are the same everywhere. It is in one function with the parts, which get what they use of
 * it as arguments.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { build, type Plugin, type Rolldown } from 'vite';
import { childrenOf, nameOf, type Node } from './syntax-tree.ts';

const LATE = '\0late-part:';
/** The name of the function that evaluates a part. The minified code has no names of this length. */
const LOAD = '__loadPart';
/** The name of `Reflect.apply`: a call that spreads its arguments would use what a script may have replaced. */
const APPLY = '__applyPart';
const COMMON = 'common';
const ENTRY = 'entry';

export interface RealmCode {
  /** An expression in strict mode, whose value is the exports of the entry. */
  code: string;
  /** The source files of the bundle. */
  modules: string[];
}

/**
 * @param entry the file whose exports are the value of the expression
 * @param parts files of late parts, at least one
 */
export async function bundleWithLateParts(entry: string, parts: readonly string[]): Promise<RealmCode> {
  const names = new Map(parts.map((file, index) => [file, `part${index}`]));
  const entryAlone = await bundle({ [ENTRY]: entry }, names);
  const alwaysEvaluated = new Set(entryAlone.flatMap(({ moduleIds }) => moduleIds));
  const inputs: Record<string, string> = { [ENTRY]: entry };
  for (const [file, name] of names) inputs[name] = file;
  const chunks = await bundle(inputs, names, alwaysEvaluated);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => !id.startsWith('\0'));
  return { code: expressionOf(chunks), modules };
}

/** @param commonFiles files that are always evaluated: they become one chunk */
async function bundle(
  input: Record<string, string>,
  lateNames: ReadonlyMap<string, string>,
  commonFiles?: ReadonlySet<string>,
): Promise<Rolldown.OutputChunk[]> {
  const groups = [{ name: COMMON, test: (id: string) => commonFiles?.has(id) ?? false }];
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [lateParts(lateNames)],
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          minify: true,
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          ...(commonFiles ? { codeSplitting: { groups } } : {}),
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return result.output.filter((output) => output.type === 'chunk');
}

/** Replaces a late part by functions that load it, in every module that imports the part. */
function lateParts(names: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'late-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return undefined;
      const file = path.resolve(path.dirname(importer), source);
      return names.has(file) ? `${LATE}${file}` : undefined;
    },
    load(id) {
      if (!id.startsWith(LATE)) return undefined;
      const file = id.slice(LATE.length);
      const call = (name: string) =>
        `export function ${name}() { return ${APPLY}(${LOAD}(${JSON.stringify(names.get(file))}).${name}, undefined, arguments); }`;
      return exportedFunctions(file).map(call).join('\n');
    },
  };
}

/** @throws if the file exports anything else */
function exportedFunctions(file: string): string[] {
  const program = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }) as unknown as { body: Node[] };
  return program.body.flatMap((statement) => {
    if (!statement.type.startsWith('Export') || statement['exportKind'] === 'type') return [];
    const declaration = statement['declaration'] as Node | null;
    if (declaration?.type === 'FunctionDeclaration') return [nameOf(declaration['id'] as Node)];
    if (/^TS(Interface|TypeAlias)/.test(declaration?.type ?? '')) return [];
    throw new Error(`${file} is evaluated late, so it can export functions only, declared by "export function".`);
  });
}

/** A value that a chunk takes from another one. */
interface Import {
  chunk: string;
  /** Its name among the exports of that chunk. */
  exported: string;
  /** Its name in this chunk. */
  local: string;
}

interface Chunk {
  name: string;
  /** The statements of the chunk. */
  code: string;
  imports: Import[];
  /** Names of variables of the chunk, by the names under which it exports them. */
  exports: Map<string, string>;
  /** The variables of the chunk. */
  variables: string[];
}

function expressionOf(output: readonly Rolldown.OutputChunk[]): string {
  const chunks = output.map(readChunk);
  const common = chunks.find(({ name }) => name === COMMON) as Chunk;
  refuseNamesOfGlobals(common);
  const valueOf = (chunk: Chunk) => evaluation(chunk, common);
  const parts = chunks.filter(({ name }) => name !== COMMON && name !== ENTRY);
  const cases = parts.map((part) => `case ${JSON.stringify(part.name)}: return ${valueOf(part)};`);
  // A part is inside of the function of the common code, and its function is created when it is evaluated: objects for
  // the exports of the common code, and a function for each part, would have to be made for each script.
  return `(function () { 'use strict';
const ${APPLY} = Reflect.apply, __loaded = { __proto__: null };
const ${LOAD} = (__name) => (__loaded[__name] ??= __evaluate(__name));
function __evaluate(__name) { switch (__name) {\n${cases.join('\n')}\n} }
${common.code}
return ${valueOf(chunks.find(({ name }) => name === ENTRY) as Chunk)};
})()`;
}

/** An expression, within the function of the common code, that evaluates a chunk and has its exports as its value. */
function evaluation(chunk: Chunk, common: Chunk): string {
  const values = chunk.imports.map(({ chunk: source, exported }) =>
    source === COMMON ? common.exports.get(exported) : `${LOAD}(${JSON.stringify(source)}).${exported}`,
  );
  // Passed as arguments, because the variable of the common code may have the name of another variable of the chunk.
  const parameters = chunk.imports.map(({ local }) => local);
  return `(function (${parameters.join()}) {${chunk.code}\nreturn ${exportsOf(chunk)}})(${values.join()})`;
}

const exportsOf = ({ exports }: Chunk): string =>
  `{__proto__:null,${[...exports].map(([exported, local]) => `${exported}:${local}`).join()}}`;

/** A part that uses a global of the same name would get the variable of the common code. */
function refuseNamesOfGlobals({ variables }: Chunk): void {
  const names = variables.filter((name) => name in globalThis);
  if (names.length > 0)
    throw new Error(`The common code of late parts has variables with names of globals: ${names.join()}`);
}

function readChunk({ fileName, code }: Rolldown.OutputChunk): Chunk {
  const statements: string[] = [];
  const imports: Import[] = [];
  const exports = new Map<string, string>();
  const variables: string[] = [];
  const program = parseAst(code) as unknown as { body: Node[] };
  for (const node of program.body) {
    const specifiers = (node['specifiers'] ?? []) as Node[];
    const source = node['source'] as Node | null | undefined;
    const addImport = (exported: Node, local: string) =>
      void imports.push({ chunk: chunkName(source?.['value'] as string), exported: nameOf(exported), local });
    if (node.type === 'ImportDeclaration')
      for (const item of specifiers) addImport(item['imported'] as Node, nameOf(item['local'] as Node));
    else if (!node.type.startsWith('Export')) {
      statements.push(code.slice(node.start, node.end));
      variables.push(...variablesOf(node));
    } else if (node.type === 'ExportNamedDeclaration' && !node['declaration'])
      for (const item of specifiers) {
        const local = source ? `__export${imports.length}` : nameOf(item['local'] as Node);
        if (source) addImport(item['local'] as Node, local);
        exports.set(nameOf(item['exported'] as Node), local);
      }
    else throw new Error(`${fileName} exports in a form that is not expected.`);
  }
  return { name: chunkName(fileName), code: statements.join('\n'), imports, exports, variables };
}

/** The variables that a statement at the top of a chunk declares. */
function variablesOf(statement: Node): string[] {
  if (statement.type !== 'VariableDeclaration') return [nameOf((statement['id'] ?? statement) as Node)];
  return (statement['declarations'] as Node[]).flatMap((item) => namesIn(item['id'] as Node));
}
const namesIn = (pattern: Node): string[] =>
  pattern.type === 'Identifier' ? [nameOf(pattern)] : childrenOf(pattern).flatMap(namesIn);

const chunkName = (file: string) => path.basename(file, '.js');
