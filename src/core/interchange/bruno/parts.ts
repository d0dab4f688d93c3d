/** Parts that requests, folders and environments of `.bru` files share: fields, variables, scripts. */
import type { Action } from '@opencollection/types/common/actions';
import type { Assertion } from '@opencollection/types/common/assertions';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Variable } from '@opencollection/types/common/variables';
import type { HttpRequestParam } from '@opencollection/types/requests/http';
import { readOperator } from '../../collection/edit/edit-assertions.ts';
import { disabledIf, optional, isObject, list, prose, text, type Json } from '../imported/imported.ts';
import { ignoreFields } from '../imported/unread-fields.ts';

function marksOf(one: Json) {
  // The parser also returns the content of an annotation as members of the field.
  ignoreFields(one, 'annotations');
  return { ...optional('description', prose(one['description'])), ...disabledIf(one['enabled'] === false) };
}

export const fieldOf = (one: Json) => ({ name: text(one['name']), value: text(one['value']), ...marksOf(one) });

export const paramOf = (one: Json): HttpRequestParam => ({
  ...fieldOf(one),
  type: one['type'] === 'path' ? 'path' : 'query',
});

/** Values other than texts are marked by an annotation: `@number`, `@boolean`, `@object`. */
export function variableOf(one: Json): Variable {
  const type = text(one['dataType']) as 'number' | 'boolean' | 'object';
  const isTyped = type === 'number' || type === 'boolean' || type === 'object';
  const value = isTyped ? { type, data: text(one['value']) } : text(one['value']);
  return { name: text(one['name']), value, ...marksOf(one) };
}

export const environmentVariableOf = (one: Json): Variable =>
  one['secret'] ? ({ secret: true, name: text(one['name']), ...marksOf(one) } as Variable) : variableOf(one);

export const requestVariablesOf = (json: Json): Variable[] =>
  isObject(json['vars']) ? list(json['vars']['req']).map(variableOf) : [];

export const responseVariablesOf = (json: Json): Action[] =>
  (isObject(json['vars']) ? list(json['vars']['res']) : []).map((one) => ({
    type: 'set-variable',
    phase: 'after-response',
    selector: { expression: text(one['value']), method: 'jsonq' },
    variable: { name: text(one['name']), scope: one['local'] === true ? 'request' : 'runtime' },
    ...marksOf(one),
  }));

export function scriptsOf(json: Json): Scripts {
  const script = isObject(json['script']) ? json['script'] : {};
  const all: Scripts = [
    { type: 'before-request', code: text(script['req']) },
    { type: 'after-response', code: text(script['res']) },
    { type: 'tests', code: text(json['tests']) },
  ];
  return all.filter(({ code }) => code.trim() !== '');
}

/**
 * `200` alone stands for `eq 200`. It is kept as it is written, as the operator, which Bruno reads back in the same way:
 * the test has the same name before and after the import.
 */
export function assertionOf(one: Json): Assertion {
  const written = text(one['value']).trim();
  const read = readOperator(written);
  const isShort = read.operator === 'eq' && read.value === written && written !== '';
  return { expression: text(one['name']), ...(isShort ? { operator: written } : read), ...marksOf(one) };
}
