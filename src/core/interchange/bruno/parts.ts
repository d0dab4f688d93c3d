/** Parts that requests, folders and environments of `.bru` files share: fields, variables, scripts. */
import type { Action } from '@opencollection/types/common/actions';
import type { Assertion } from '@opencollection/types/common/assertions';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Variable } from '@opencollection/types/common/variables';
import type { HttpRequestParam } from '@opencollection/types/requests/http';
import { readOperator } from '../../collection/edit/edit-assertions.ts';
import { disabledIf, optional, isObject, list, prose, text, type Json } from '../imported/imported.ts';
import { ignoreFields } from '../imported/unread-fields.ts';

function marksOf(row: Json) {
  // The parser also returns the content of an annotation as members of the field.
  ignoreFields(row, 'annotations');
  return { ...optional('description', prose(row['description'])), ...disabledIf(row['enabled'] === false) };
}

export const fieldOf = (item: Json) => ({ name: text(item['name']), value: text(item['value']), ...marksOf(item) });

export const paramOf = (item: Json): HttpRequestParam => ({
  ...fieldOf(item),
  type: item['type'] === 'path' ? 'path' : 'query',
});

/** Values other than texts are marked by an annotation: `@number`, `@boolean`, `@object`. */
export function variableOf(row: Json): Variable {
  const type = text(row['dataType']) as 'number' | 'boolean' | 'object';
  const isTyped = type === 'number' || type === 'boolean' || type === 'object';
  const value = isTyped ? { type, data: text(row['value']) } : text(row['value']);
  return { name: text(row['name']), value, ...marksOf(row) };
}

export const environmentVariableOf = (item: Json): Variable =>
  item['secret'] ? ({ secret: true, name: text(item['name']), ...marksOf(item) } as Variable) : variableOf(item);

export const requestVariablesOf = (json: Json): Variable[] =>
  (isObject(json['vars']) ? list(json['vars']['req']) : []).map((row) => {
    // Bruno gives such a variable the same scope as the others.
    ignoreFields(row, 'local');
    return variableOf(row);
  });

export const responseVariablesOf = (json: Json): Action[] =>
  (isObject(json['vars']) ? list(json['vars']['res']) : []).map((item) => ({
    type: 'set-variable',
    phase: 'after-response',
    selector: { expression: text(item['value']), method: 'jsonq' },
    variable: { name: text(item['name']), scope: item['local'] === true ? 'request' : 'runtime' },
    ...marksOf(item),
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
 * `200` alone stands for `eq 200`. The written text becomes the operator, which Bruno reads in the same way, so that the
 * test has the same name before and after the import.
 */
export function assertionOf(item: Json): Assertion {
  const written = text(item['value']).trim();
  const read = readOperator(written);
  const isShort = read.operator === 'eq' && read.value === written && written !== '';
  return { expression: text(item['name']), ...(isShort ? { operator: written } : read), ...marksOf(item) };
}
