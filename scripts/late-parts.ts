/**
 * Bundles the code of a script's realm into one expression in which rarely used parts are evaluated at their first
 * call. Evaluating all parts at once would take a sixth of the time of a small script.
 *
 * A late part is a module of src/sandbox that exports only functions. Other modules import functions of the same names
 * that evaluate the part and call it. Code that late parts share with others is evaluated once, so that captured
 * built-ins, classes and state are the same everywhere.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { build, type Plugin, type Rolldown } from 'vite';
import { nameOf, type Node } from './syntax-tree.ts';

const LATE = '\0late-part:';
/** The name of the function that evaluates a part. The minified code has no names of this length. */
const LOAD = '__loadPart';
/** The name of `Reflect.apply`: a call that spreads its arguments would use what a script may have replaced. */
const APPLY = '__applyPart';
const COMMON = 'common';

export interface RealmCode {
  /** An expression in strict mode, whose value is the exports of the entry. */
  code: string;
  /** The source files of the bundle. */
  modules: string[];
}

/**
 * @param entry the file whose exports are the value of the expression
 * @param parts files of late parts
 */
export async function bundleWithLateParts(entry: string, parts: readonly string[]): Promise<RealmCode> {
  const names = new Map(parts.map((file, index) => [file, `part${index}`]));
  const first = await bundle({ entry }, names);
  const alwaysEvaluated = new Set(first.flatMap(({ moduleIds }) => moduleIds));
  const inputs: Record<string, string> = { entry };
  for (const [file, name] of names) inputs[name] = file;
  const chunks = parts.length === 0 ? first : await bundle(inputs, names, alwaysEvaluated);
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

interface Chunk {
  name: string;
  /** The statements of the chunk. */
  code: string;
  /** An object literal with the exports of the chunk. */
  exports: string;
}

function expressionOf(output: readonly Rolldown.OutputChunk[]): string {
  const chunks = output.map(readChunk);
  const shared = chunks.find(({ name }) => name === COMMON);
  const [first] = chunks;
  // Without late parts there is only one chunk.
  if (!shared) return `(function () { 'use strict';\n${first?.code}\nreturn ${first?.exports};\n})()`;
  const functions = chunks
    .filter((chunk) => chunk !== shared)
    .map(({ name, code, exports }) => `${JSON.stringify(name)}(){${code}\nreturn ${exports}}`);
  return `(function () { 'use strict';
const __parts = { __proto__: null, ${functions.join(',\n')} }, __loaded = { __proto__: null };
const ${APPLY} = Reflect.apply;
const ${LOAD} = (name) => (__loaded[name] ??= __parts[name]());
${shared.code}
__parts.${COMMON} = () => (${shared.exports});
return ${LOAD}('entry');
})()`;
}

function readChunk({ fileName, code }: Rolldown.OutputChunk): Chunk {
  const statements: string[] = [];
  const exports: string[] = [];
  const program = parseAst(code) as unknown as { body: Node[] };
  for (const node of program.body) {
    const specifiers = (node['specifiers'] ?? []) as Node[];
    const pairs = (key: string, value: string, owner = '') =>
      specifiers.map((item) => `${nameOf(item[key] as Node)}:${owner}${nameOf(item[value] as Node)}`);
    const source = node['source'] as Node | null | undefined;
    const chunk = source && `${LOAD}(${JSON.stringify(chunkName(source['value'] as string))})`;
    if (node.type === 'ImportDeclaration') statements.push(`const {${pairs('imported', 'local').join()}}=${chunk};`);
    else if (!node.type.startsWith('Export')) statements.push(code.slice(node.start, node.end));
    else if (node.type === 'ExportNamedDeclaration' && !node['declaration'])
      exports.push(...pairs('exported', 'local', chunk ? `${chunk}.` : ''));
    else throw new Error(`${fileName} exports in a form that is not expected.`);
  }
  return { name: chunkName(fileName), code: statements.join('\n'), exports: `{__proto__:null,${exports.join()}}` };
}

const chunkName = (file: string) => path.basename(file, '.js');
