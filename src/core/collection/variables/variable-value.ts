import type { Variable, VariableValue } from '@opencollection/types/common/variables';

/**
 * The value of a variable: a text, a typed value, or the selected variant.
 * @param options.isBruno a number or a flag without a type, as in `value: 5`, is a text, as Bruno reads its files
 */
export function valueOf({ value }: Variable, { isBruno = false }: { isBruno?: boolean } = {}): unknown {
  const chosenVariant = Array.isArray(value) ? (value.find(({ selected }) => selected) ?? value[0])?.value : value;
  if (typeof chosenVariant !== 'object') return isBruno ? textOf(chosenVariant ?? '') : (chosenVariant ?? '');
  if (chosenVariant.type === 'string') return chosenVariant.data;
  try {
    return JSON.parse(chosenVariant.data);
  } catch {
    return chosenVariant.data;
  }
}

/** A value in the form of the file: texts unchanged, other values with their type. */
export function variableValue(value: unknown): VariableValue {
  if (typeof value === 'string') return value;
  const data = JSON.stringify(value) as string | undefined;
  if (data === undefined) return '';
  const kind = value === null ? 'null' : typeof value;
  return { type: kind === 'number' || kind === 'boolean' || kind === 'null' ? kind : 'object', data };
}

/** A value in the form in which it is shown and filled in. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
