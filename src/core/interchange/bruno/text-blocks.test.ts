/** Files of Bruno are read as by its own parser. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../imported/imported.ts';
import { loadBrunoLanguage } from './parser.ts';
import { readWithoutTexts } from './text-blocks.ts';

const { bruToJsonV2, collectionBruToJson } = await loadBrunoLanguage();
const attempt = (read: () => Json): Json | string => {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
};
const get = 'meta {\n  name: a\n  type: http\n}\n\nget {\n  url: http://x\n}\n\n';
/** An example as Bruno writes it, with these lines as the body of its response. */
const example = (...lines: string[]) =>
  `${get}example {
  name: x

  response: {
    headers: {
      a: b
    }

    body: {
      type: json
      content: '''
${lines.join('\n')}
      '''
    }
  }
}
`;
const indented = (...lines: string[]) => example(...lines.map((line) => (line === '' ? '' : `        ${line}`)));
const folder = path.join(import.meta.dirname, 'testing');

test.each([
  ...readdirSync(folder).map((name): [string, string] => [name, readFileSync(path.join(folder, name), 'utf8')]),
  [
    'all kinds of texts',
    `${get}body:json {\n  {\n    "a": {}\n  }\n}\n\nscript:pre-request {\n  a();\n\n    b();\n}\n\ndocs {\n  # a\n}\n`,
  ],
  ['GraphQL', `${get}body:graphql {\n  query { a }\n}\n\nbody:graphql:vars {\n  {"a": 1}\n}\n`],
  ['lines without indentation', `${get}tests {\na();\n b();\n}\n`],
  ['an empty first line', `${get}tests {\n\n  a();\n}\n`],
  ['a line end of Unicode', `${get}tests {\n  a\u2028  b\n}\n`],
  ['an empty text', `${get}tests {\n}\n\ndocs {\n  a\n}\n`],
  ['two blocks of one kind', `${get}tests {\n  a();\n}\n\ntests {\n  b();\n}\n`],
  ['a block in a value', `${get}headers {\n  a: '''\ntests {\n  b\n}\n'''\n}\n`],
  ['a block in an example', `${get}example {\n  name: a\ntests {\n  b\n}\n`],
  ['a block in a text', `${get}docs {\ntests {\n  b\n}\n`],
  ['a key that looks like a block', `${get}headers {\nscript:pre-request {\n  a: b\n}\n`],
  ['line ends of Windows', `${get}tests {\n  a();\n}\n`.replaceAll('\n', '\r\n')],
  ['a text that is like a placeholder', `${get}docs {\n  text-of-block-0\n}\n`],
  ['an example', indented('{', '  "a": 1', '', '}')],
  ['an example with blank lines at its ends', indented('', 'a', '')],
  ['an example whose last line is blank', example('        a', '        ')],
  ['an example with lines that are not indented', example('        a', '      b')],
  ['two examples', indented('a', 'b') + indented('c', '  d').slice(get.length)],
  ['an example in a text', `${get}docs {\n${indented('a').slice(get.length).replaceAll(/^/gm, '  ')}\n}\n`],
  [
    'an example with the body of its request',
    `${get}example {\n  name: x\n\n  request: {\n    url: http://x\n    method: post\n    mode: json\n    body:json: {\n      {\n        "a": 1\n      }\n    }\n  }\n}\n`,
  ],
  ['an error in another block', `${get}tests {\n  a();\n  b();\n}\n\nheaders {\n  a\n}\n`],
  ['texts without an end behind another block', `${get}tests {\n  a();\n}\n\n${'docs {\n'.repeat(20)}`],
  ['a text without an end', `${get}tests {\n  a();\n`],
])('%s', (_name, content) => {
  expect(attempt(() => readWithoutTexts(content, bruToJsonV2))).toEqual(attempt(() => bruToJsonV2(content)));
});

test.each([
  ['all texts', 'script:pre-request {\n  a();\n    b();\n}\n\ntests {\n  c();\n}\n\ndocs {\n  # d\n}\n'],
  ['a text without an end', 'docs {\n  a\n'],
])('a file of a folder: %s', (_name, content) => {
  const file = `meta {\n  name: a\n}\n\nheaders {\n  a: b\n}\n\n${content}`;
  expect(attempt(() => readWithoutTexts(file, collectionBruToJson))).toEqual(attempt(() => collectionBruToJson(file)));
});

test('the parser gets no line of the example of a response', () => {
  let parsed = '';
  readWithoutTexts(indented('{', '  "a": 1', '}'), (content) => bruToJsonV2((parsed = content)));
  expect(parsed).toContain('text-of-block-0');
  expect(parsed).not.toContain('"a": 1');
});

test('the parser gets no line of a script', () => {
  let parsed = '';
  readWithoutTexts(`${get}tests {\n  a();\n}\n`, (content) => bruToJsonV2((parsed = content)));
  expect(parsed).not.toContain('a();');
});
