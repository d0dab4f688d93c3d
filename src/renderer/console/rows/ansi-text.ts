/** Parses text with colours (ECMA-48, "Select Graphic Rendition") into pieces of equal style. */

import { visibleText } from '../../../contract/visible-text.ts';

export interface StyledText {
  text: string;
  /** One of the sixteen names of ansiColors, or `rgb(r g b)`. */
  color?: string;
  background?: string;
  bold?: boolean;
  faint?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
}
type Style = Omit<StyledText, 'text'>;

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
/** The colours that themes define, ordered by number. */
export const ansiColors: readonly string[] = [...names, ...names.map((name) => `bright-${name}`)];

const COLOURS = /\u001b\[([\d;:]{0,100})m/g;

/** Every other control, bidirectional or invisible character is shown as an escape. */
export function parseAnsi(text: string): StyledText[] {
  const pieces: StyledText[] = [];
  let style: Style = {};
  let at = 0;
  const add = (end: number) => {
    if (end > at) pieces.push({ text: visibleText(text.slice(at, end), { lines: true }), ...style });
  };
  for (const { 0: sequence, 1: codes = '', index } of text.matchAll(COLOURS)) {
    add(index);
    style = applyCodes(style, codes.split(/[;:]/).map(Number));
    at = index + sequence.length;
  }
  add(text.length);
  return pieces;
}

/** The text for searching and copying. */
export const withoutColours = (text: string): string => text.replace(COLOURS, '');

function applyCodes(before: Style, codes: readonly number[]): Style {
  let style: Style = { ...before };
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(codes.slice(index + 1));
      if (color !== undefined) style = { ...style, [code === 38 ? 'color' : 'background']: color };
      index += used;
    } else {
      style = applyCode(style, code);
    }
  }
  return style;
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, faint: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 9) return { ...style, strike: true };
  if (code >= 30 && code <= 37) return { ...style, color: ansiColors[code - 30] ?? '' };
  if (code >= 40 && code <= 47) return { ...style, background: ansiColors[code - 40] ?? '' };
  if (code >= 90 && code <= 97) return { ...style, color: ansiColors[code - 82] ?? '' };
  if (code >= 100 && code <= 107) return { ...style, background: ansiColors[code - 92] ?? '' };
  const removedStyles = endedBy[code] ?? [];
  return Object.fromEntries(Object.entries(style).filter(([name]) => !removedStyles.includes(name)));
}

/** The style properties that a code resets. */
const endedBy: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'faint'],
  23: ['italic'],
  24: ['underline'],
  29: ['strike'],
  39: ['color'],
  49: ['background'],
};

/** `5;n` is one of 256 colours, `2;r;g;b` any. */
function extendedColor([kind, ...values]: readonly number[]): { color?: string; used: number } {
  const isByte = (value: number | undefined): value is number =>
    value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;
  if (kind === 5) {
    const [number] = values;
    return { used: 2, ...(isByte(number) ? { color: paletteColor(number) } : {}) };
  }
  if (kind === 2) {
    const [red, green, blue] = values;
    const color = isByte(red) && isByte(green) && isByte(blue) ? { color: `rgb(${red} ${green} ${blue})` } : {};
    return { used: 4, ...color };
  }
  return { used: 1 };
}

/** The sixteen names, then a cube of six steps for each of red, green and blue, then 24 greys. */
function paletteColor(number: number): string {
  if (number < 16) return ansiColors[number] ?? '';
  if (number >= 232) {
    const grey = 8 + 10 * (number - 232);
    return `rgb(${grey} ${grey} ${grey})`;
  }
  const step = (value: number) => (value === 0 ? 0 : 55 + 40 * value);
  const cube = number - 16;
  return `rgb(${step(Math.floor(cube / 36))} ${step(Math.floor(cube / 6) % 6)} ${step(cube % 6)})`;
}
