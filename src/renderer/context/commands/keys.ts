/** Keyboard shortcuts such as `Mod+Shift+F`: in the notation of commands, as pressed keys, and as displayed. */
export interface KeyPress {
  /** As `KeyboardEvent.key` names it. */
  key: string;
  /** As `KeyboardEvent.code` names it: `KeyT`, `Digit1`. */
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** Whether the key is held down, so that the browser repeats the event. */
  repeat?: boolean;
}

const MODIFIERS = ['Mod', 'Ctrl', 'Alt', 'Shift'];

/** The key without its modifiers; `+` itself is a key too. */
const keyOf = (keys: string): string => keys.split(/\+(?!$)/).at(-1) ?? '';
const modifiersOf = (keys: string): string[] => keys.split(/\+(?!$)/).slice(0, -1);

/** Whether a shortcut was pressed. A key such as `?` includes the Shift that types it. */
export function isPressed(keys: string, press: KeyPress, isMac: boolean): boolean {
  const modifiers = modifiersOf(keys);
  const key = keyOf(keys);
  const wantsShift = modifiers.includes('Shift') || (isTypedWithShift(key) && press.shiftKey);
  return (
    (press.key.toLowerCase() === key.toLowerCase() || (isMac && press.altKey && isKeyCode(press.code, key))) &&
    press.metaKey === (isMac && modifiers.includes('Mod')) &&
    press.ctrlKey === (modifiers.includes('Ctrl') || (!isMac && modifiers.includes('Mod'))) &&
    press.altKey === modifiers.includes('Alt') &&
    press.shiftKey === wantsShift
  );
}
/** On a Mac, Option types another character than the one on the key. */
const isKeyCode = (code: string | undefined, key: string): boolean =>
  code === `Key${key.toUpperCase()}` || code === `Digit${key}`;
const isTypedWithShift = (key: string): boolean => key.length === 1 && !/[a-z0-9]/i.test(key);

/** Whether the keys type a character, so that an input field handles them. */
export const isTyped = (keys: string): boolean =>
  keyOf(keys).length === 1 && modifiersOf(keys).every((modifier) => modifier === 'Shift');

const macSigns: Record<string, string> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↵',
  Tab: '⇥',
  Delete: '⌦',
};
const otherSigns: Record<string, string> = { Mod: 'Ctrl', Delete: 'Del' };

/** `Mod+Enter` as the keyboard of this system shows it. */
export function keysText(keys: string, isMac: boolean): string {
  const parts = [...MODIFIERS.filter((modifier) => modifiersOf(keys).includes(modifier)), keyOf(keys)];
  return isMac
    ? parts.map((part) => macSigns[part] ?? part).join('')
    : parts.map((part) => otherSigns[part] ?? part).join('+');
}
