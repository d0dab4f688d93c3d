/**
 * Every field of a body with its type and its value, read from the text: numbers keep their digits, and repeated keys
 * are all listed.
 */
import { visit } from 'jsonc-parser';
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';
import { MAX_FIELDS, type BodyFields } from './form-fields.ts';

type Field = Omit<NotificationDetail['fields'][number], 'meaning'>;

/** Characters of a field's path, which contains the names of all its ancestors. */
const MAX_NAME = 200;

interface Container {
  path: string;
  isEmpty: boolean;
  isRepeated: boolean;
  /** How many items of an array were read; undefined for an object. */
  items?: number;
  names?: Set<string>;
}

/** @param json valid JSON, within the limits of `parseBoundedJson` */
export function jsonFields(json: string): BodyFields<Field> {
  const fields: Field[] = [];
  let count = 0;
  const open: Container[] = [];
  let [property, isRepeated] = ['', false];

  const add = (field: Field) => {
    count += 1;
    if (fields.length < MAX_FIELDS) fields.push(field);
  };
  /** The path of the value that begins here. */
  const enter = (): { path: string; isRepeated: boolean } => {
    const parent = open.at(-1);
    if (!parent) return { path: '', isRepeated: false };
    parent.isEmpty = false;
    if (parent.items !== undefined) {
      parent.items += 1;
      return { path: `${parent.path}[${parent.items - 1}]`, isRepeated: parent.isRepeated };
    }
    return { path: parent.path ? `${parent.path}.${property}` : property, isRepeated: parent.isRepeated || isRepeated };
  };
  const leave = (type: 'object' | 'array', text: string) => {
    const closed = open.pop();
    if (closed?.isEmpty && closed.path !== '') {
      add({ path: closed.path, type, value: text, isRepeated: closed.isRepeated });
    }
  };
  visit(json, {
    onObjectBegin: () => void open.push({ ...enter(), isEmpty: true, names: new Set() }),
    onObjectEnd: () => leave('object', '{}'),
    onArrayBegin: () => void open.push({ ...enter(), isEmpty: true, items: 0 }),
    onArrayEnd: () => leave('array', '[]'),
    onObjectProperty(name) {
      const names = open.at(-1)?.names;
      isRepeated = names?.has(name) ?? false;
      names?.add(name);
      property = name.slice(0, MAX_NAME);
    },
    onLiteralValue(value: unknown, offset, length) {
      const { path, isRepeated: isAgain } = enter();
      if (open.length > 0) add({ path, ...typed(value, json.slice(offset, offset + length)), isRepeated: isAgain });
    },
  });
  return { fields, count };
}

/** A number that JavaScript cannot represent exactly, such as 2^53 + 1 or `1.0`, is returned as its source text. */
function typed(value: unknown, source: string): Pick<Field, 'type' | 'value'> {
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (typeof value !== 'number') return { type: 'null', value: null };
  const type = /^-?\d+$/.test(source) ? 'integer' : 'number';
  return { type, value: String(Number(source)) === source ? value : source };
}
