import { expect, test } from 'vitest';
import { isPressed, isTyped, keysText, type KeyPress } from './keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('Mod is Ctrl, and Cmd on a Mac', () => {
  expect(isPressed('Mod+K', press('k', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false);
  expect(isPressed('Mod+K', press('k', { metaKey: true }), true)).toBe(true);
  expect(isPressed('Ctrl+Tab', press('Tab', { ctrlKey: true }), true)).toBe(true);
});

test.each([
  ['Mod+K', press('k'), false],
  ['Mod+K', press('K', { ctrlKey: true, shiftKey: true }), false],
  ['Mod+Shift+F', press('F', { ctrlKey: true, shiftKey: true }), true],
  ['Mod+Shift+F', press('f', { ctrlKey: true }), false],
  ['Mod+Alt+K', press('k', { ctrlKey: true, altKey: true }), true],
  ['F2', press('F2'), true],
  ['F2', press('F2', { shiftKey: true }), false],
  ['?', press('?', { shiftKey: true }), true],
  ['Mod+.', press('.', { ctrlKey: true }), true],
  ['Mod+1', press('1', { ctrlKey: true }), true],
])('%s', (keys, pressed, expected) => {
  expect(isPressed(keys, pressed, false)).toBe(expected);
});

test('a field keeps keys that type a character', () => {
  expect(isTyped('?')).toBe(true);
  expect(isTyped('F2')).toBe(false);
  expect(isTyped('Mod+K')).toBe(false);
});

test('labels match the keyboard of the system', () => {
  expect(keysText('Mod+Shift+F', false)).toBe('Ctrl+Shift+F');
  expect(keysText('Mod+Enter', true)).toBe('⌘↵');
  expect(keysText('?', false)).toBe('?');
  expect([keysText('Delete', false), keysText('Delete', true)]).toEqual(['Del', '⌦']);
});

test('Option on a Mac types another character, so the key itself counts', () => {
  const pressed = press('†', { code: 'KeyT', altKey: true });
  expect([isPressed('Alt+T', pressed, true), isPressed('Alt+T', pressed, false)]).toEqual([true, false]);
});
