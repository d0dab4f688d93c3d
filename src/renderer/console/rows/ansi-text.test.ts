import { expect, test } from 'vitest';
import { parseAnsi, withoutColours } from './ansi-text.ts';
import { pathInWorkspace } from './path-in-workspace.ts';

const esc = '\u001b[';

test.each([
  ['plain', [{ text: 'plain' }]],
  [`${esc}31mred${esc}0m rest`, [{ text: 'red', color: 'red' }, { text: ' rest' }]],
  [
    `${esc}1;4;92mall${esc}22mless${esc}m.`,
    [
      { text: 'all', bold: true, underline: true, color: 'bright-green' },
      { text: 'less', underline: true, color: 'bright-green' },
      { text: '.' },
    ],
  ],
  [`${esc}38;5;196mpalette`, [{ text: 'palette', color: 'rgb(255 0 0)' }]],
  [`${esc}38;5;4mnamed${esc}39m.`, [{ text: 'named', color: 'blue' }, { text: '.' }]],
  [`${esc}48;5;244mgrey`, [{ text: 'grey', background: 'rgb(128 128 128)' }]],
  [`${esc}38;2;1;2;3mrgb${esc}49;3;9m`, [{ text: 'rgb', color: 'rgb(1 2 3)' }]],
  [`${esc}38;2;300;0;0mtoo much`, [{ text: 'too much' }]],
  [`${esc}38;2;1;2mshort`, [{ text: 'short' }]],
  [`${esc}103;30mon yellow`, [{ text: 'on yellow', background: 'bright-yellow', color: 'black' }]],
  ['', []],
])('%j has its styles', (text, pieces) => {
  expect(parseAnsi(text)).toEqual(pieces);
});

test('other sequences are shown as text and do nothing', () => {
  expect(parseAnsi(`${esc}2Ja\u0007b\u007f\tc`)).toEqual([{ text: '\\x1b[2Ja\\x07b\\x7f\tc' }]);
  expect(parseAnsi(`${esc}31`)).toEqual([{ text: '\\x1b[31' }]);
});

test('a megabyte of codes is empty text, and ends', () => {
  expect(parseAnsi(`${esc}31m`.repeat(200_000))).toEqual([]);
  expect(parseAnsi(`${esc}${'1;'.repeat(500_000)}`)).toHaveLength(1);
});

test('search and copy use the text alone', () => {
  expect(withoutColours(`${esc}31mred${esc}0m ${esc}2J`)).toBe(`red ${esc}2J`);
});

test.each([
  ['/w', '/w/programs', 'a.py', 'programs/a.py'],
  ['/w', '/w', 'sub/a.py', 'sub/a.py'],
  ['C:\\w', 'C:\\w\\programs', 'sub/a.py', 'programs/sub/a.py'],
  ['/w', '/else', 'a.py', undefined],
  ['/w', '/w2/programs', 'a.py', undefined],
])('in the workspace %s, a program of %s: %s', (root, directory, file, expected) => {
  expect(pathInWorkspace({ root, programs: { directory, exists: true, files: [] } }, file)).toBe(expected);
});
