/** The labels of the interface use the words of docs/glossary.md, and none of the words that the glossary replaces. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const renderer = path.join(root, 'src/renderer');
/** Properties of objects and attributes of elements whose texts a person reads. */
const readable = new Set([
  'label',
  'aria-label',
  'title',
  'placeholder',
  'description',
  'legend',
  'empty',
  'hint',
  'what',
  'alt',
  'heading',
  'text',
  'nothingFound',
  'tooltip',
  'message',
  'action',
  'emptyText',
]);

interface Label {
  text: string;
  place: string;
}

/**
 * Collects texts in elements, in attributes and properties that a person reads, and in parts of templates and
 * conditions.
 */
function labelsOf(file: string): Label[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const labels: Label[] = [];
  const add = (node: ts.Node, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (words !== '') labels.push({ text: words, place: `${path.relative(renderer, file)}:${line + 1}` });
  };
  const addTexts = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) add(node, node.text);
    if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) add(node, node.text);
    // A text that is compared, called or looked up is not displayed.
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) return;
    if (ts.isCallExpression(node)) {
      // A function that renders a field is called with its label, which begins with a capital letter.
      node.arguments
        .filter((argument) => ts.isStringLiteralLike(argument) && /^[A-Z]/.test(argument.text))
        .forEach(addTexts);
      return;
    }
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) return;
    if (ts.isElementAccessExpression(node)) return;
    node.forEachChild(addTexts);
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) add(node, node.text);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) addTexts(node);
    if (ts.isJsxAttribute(node) && readable.has(node.name.getText()) && node.initializer) addTexts(node.initializer);
    if (ts.isPropertyAssignment(node) && readable.has(node.name.getText().replaceAll(/['"]/g, ''))) {
      addTexts(node.initializer);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return labels;
}

/** Tables of labels that a folder of the interface displays. */
const tables = ['setting-fields.ts', 'auth-kinds.ts'].flatMap((name) =>
  labelsOf(path.join(root, 'src/contract/collection', name)).map((label) => ({
    ...label,
    place: `editor/ by contract/collection/${name}`,
  })),
);
const labels = globSync('**/*.{ts,tsx}', { cwd: renderer })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => labelsOf(path.join(renderer, file)))
  .concat(tables);

const rows = (heading: string): string[][] => {
  const page = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};
const words = rows('Words').map(([word = '', meaning = '', where = '']) => ({
  word,
  meaning,
  folder: where.replaceAll('`', ''),
}));
const replaced = rows('Words that are not used').map(([word = '', instead = '']) => ({ word, instead }));
const expressionOf = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu');

test('the glossary has words, and the interface has labels', () => {
  expect(words.length).toBeGreaterThan(20);
  expect(replaced.length).toBeGreaterThan(5);
  expect(labels.length).toBeGreaterThan(300);
  expect(labels.map(({ text }) => text)).toContain('Proxy address');
});

test('each word is explained once', () => {
  expect(words.filter(({ meaning }) => !meaning.endsWith('.')).map(({ word }) => word)).toEqual([]);
  expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
});

test.each(words)('“$word” is a word of $folder', ({ word, folder }) => {
  // Also matches the beginning of a longer word, such as a plural.
  const expression = new RegExp(expressionOf(word).source.replace(/\(\?!\[.*$/, ''), 'iu');
  const here = labels.filter(({ place }) => place.startsWith(folder));
  expect(here.some(({ text }) => expression.test(text))).toBe(true);
});

test.each(replaced)('“$word” is used nowhere, because it is “$instead”', ({ word, instead }) => {
  const expression = expressionOf(word);
  const wrongLabels = labels.filter(
    ({ text }) => expression.test(text) && !text.toLowerCase().includes(instead.toLowerCase()),
  );
  expect(wrongLabels.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});
