/**
 * Sizes of the product's files and functions, tests not counted. Fails above the limits, which are about what there is today
 * and go down when long functions are split, never up.
 *
 *   node scripts/figures.mjs           the figures
 *   node scripts/figures.mjs --long    also each function above the length, the longest first
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './set-up.mjs';

const limits = { fileLines: 300, functionLines: 116, longFunctions: 29 };
/** From how many lines on a function is long; a React component is mostly markup. */
const LONG = { function: 60, component: 120 };

const isTest = (name) => /\.test\.ts$|\.d\.ts$|\/testing\//.test(name);
const names = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((name) => !isTest(name.split(path.sep).join('/')));

/** @returns {{ lines: number, functions: { where: string, lines: number, isLong: boolean }[] }} */
function measure(name) {
  const text = readFileSync(path.join(root, name), 'utf8');
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const functions = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const first = lineOf(node.getStart());
      const lines = lineOf(node.end) - first + 1;
      const isComponent = name.endsWith('x') && /^[A-Z]/.test(node.name?.text ?? '');
      functions.push({
        where: `${name}:${first} ${node.name?.getText() ?? 'without a name'}`,
        lines,
        isLong: lines > (isComponent ? LONG.component : LONG.function),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { lines: text.trimEnd().split('\n').length, functions };
}

const files = names.map((name) => ({ name, ...measure(name) })).sort((a, b) => a.lines - b.lines);
const functions = files.flatMap((file) => file.functions).sort((a, b) => b.lines - a.lines);
const long = functions.filter(({ isLong }) => isLong);
const at = (share) => files[Math.floor((files.length - 1) * share)].lines;
const longest = files.at(-1);

process.stdout.write(
  `${files.length} files: median ${at(0.5)} lines, ninth decile ${at(0.9)}, longest ${longest.lines} (${longest.name})\n` +
    `${functions.length} functions: longest ${functions[0].lines} lines (${functions[0].where}), ` +
    `${long.length} above ${LONG.function} lines (a component: ${LONG.component})\n`,
);
if (process.argv.includes('--long')) {
  for (const { where, lines } of long) process.stdout.write(`${lines} ${where}\n`);
}

const tooMuch = [
  [`The file ${longest.name} has ${longest.lines} lines`, longest.lines, limits.fileLines],
  [`The function ${functions[0].where} has ${functions[0].lines} lines`, functions[0].lines, limits.functionLines],
  [`${long.length} functions are too long`, long.length, limits.longFunctions],
].filter(([, value, limit]) => value > limit);
for (const [what, , limit] of tooMuch) {
  process.stderr.write(`${what}; the limit is ${limit}. Split one (node scripts/figures.mjs --long lists them).\n`);
}
process.exitCode = tooMuch.length > 0 ? 1 : 0;
