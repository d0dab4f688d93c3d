/**
 * Converts an assertion between a request's file and a row of the table, which is written as in Bruno: `res.status`,
 * `eq 200`.
 */
import type { Assertion } from '@opencollection/types/common/assertions';
import type { EditedField } from '../../../contract/collection/collection.ts';

/** Unary operators take no value. A value that is written nevertheless is kept, because it is part of the test's name. */
const unary = /^is(Empty|NotEmpty|Null|Undefined|Defined|Truthy|Falsy|Json|Number|String|Boolean|Array)$/;
const binary =
  /^(eq|neq|gte?|lte?|in|notIn|contains|notContains|length|matches|notMatches|startsWith|endsWith|between)$/;

/** A text that begins with no operator is compared by `eq`. */
export function readOperator(written: string): Pick<Assertion, 'operator' | 'value'> {
  const [word = '', ...operandWords] = written.trim().split(' ');
  const value = operandWords.join(' ');
  if (unary.test(word)) return value === '' ? { operator: word } : { operator: word, value };
  if (binary.test(word)) return { operator: word, value };
  return { operator: 'eq', value: written.trim() };
}

export const assertionRow = ({ expression, operator, value }: Assertion): Pick<EditedField, 'name' | 'value'> => ({
  name: expression,
  value: `${operator} ${value ?? ''}`.trim(),
});

export const assertionInFile = ({ name, value, ...marks }: EditedField): Record<string, unknown> => ({
  expression: name,
  ...readOperator(value),
  ...marks,
});
