/** Measures the sizes of the product's files and functions without tests. Fails when one of them is above its limit. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './set-up.mjs';

/** The limits in lines. A React component may be longer, because most of it is markup. */
const limits = { file: 300, function: 60, component: 120 };

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
        isLong: lines > (isComponent ? limits.component : limits.function),
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
    `${long.length} above ${limits.function} lines (a component: ${limits.component})\n`,
);
const tooMuch = [
  ...(longest.lines > limits.file
    ? [`The file ${longest.name} has ${longest.lines} lines (limit ${limits.file})`]
    : []),
  ...long.map(({ where, lines }) => `The function ${where} has ${lines} lines`),
];
for (const text of tooMuch) process.stderr.write(`${text}: split it.\n`);
process.exitCode = tooMuch.length > 0 ? 1 : 0;
