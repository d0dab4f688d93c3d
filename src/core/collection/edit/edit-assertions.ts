/**
 * Converts an assertion between a request's file and a row of the table, which is written as in Bruno: `res.status`,
 * `eq 200`.
 */
import type { Assertion } from '@opencollection/types/common/assertions';
import type { EditedField } from '../../../contract/collection/collection.ts';

/** Unary operators: they take no value to compare with. */
const unary = /^is(Empty|NotEmpty|Null|Undefined|Defined|Truthy|Falsy|Json|Number|String|Boolean|Array)$/;
const binary =
  /^(eq|neq|gte?|lte?|in|notIn|contains|notContains|length|matches|notMatches|startsWith|endsWith|between)$/;

/** A text that begins with no operator is compared by `eq`. */
export function readOperator(written: string): Pick<Assertion, 'operator' | 'value'> {
  const [word = '', ...operandWords] = written.trim().split(' ');
  if (unary.test(word)) return { operator: word };
  if (binary.test(word)) return { operator: word, value: operandWords.join(' ') };
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
