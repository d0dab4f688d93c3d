import { visibleText } from '../../../contract/visible-text.ts';

/** The options of a selection whose values are names that strangers have chosen. */
export const visibleOptions = (names: readonly string[]): { value: string; label: string }[] =>
  names.map((value) => ({ value, label: visibleText(value) }));
