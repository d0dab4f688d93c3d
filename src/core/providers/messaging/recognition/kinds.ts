/**
 * Every kind of notification, one entry each in kinds.json, with an example of the same name in examples.json. Where
 * several entries share their types, the first whose `when` holds is meant, then the one without.
 */
import { at, text, type Body } from '../body.ts';
import table from './kinds.json' with { type: 'json' };

export interface Kind {
  /** Name of the entry, and of its example. */
  kind: string;
  title: string;
  typeWebhook: string;
  /** Values of `typeMessage` that have this kind. Absent for a notification that is no message. */
  typeMessage?: string | readonly string[];
  /** Which settings of the account have to be "yes" for it to be sent. */
  setting: string;
  /** Absent: current. `archive`: from older versions of the service; `unconfirmed`: documented in part. */
  age?: 'archive' | 'unconfirmed';
  /** In what the official material contradicts itself here. */
  variant?: string;
  /** The `typeWebhook` whose schema it has, where that is not its own. */
  schema?: string;
  /** What tells it from the others with its types. */
  when?: readonly Condition[];
}

/** All that is named has to hold. */
type Condition =
  | { code: string }
  | {
      /** Dotted; `[]` at its end means any item of a list. */
      path: string;
      is?: readonly (string | boolean)[];
      beginsWith?: string;
      endsWith?: string;
      isPresent?: boolean;
    };

export const kinds = table as readonly Kind[];

const kindsByTypes = new Map<string, Kind[]>();
for (const kind of kinds) {
  for (const typeMessage of [kind.typeMessage ?? ''].flat()) {
    const types = `${kind.typeWebhook} ${typeMessage}`;
    kindsByTypes.set(types, [...(kindsByTypes.get(types) ?? []), kind]);
  }
}

/** @param code the code of the error in the body, as `codeIn` finds it */
export function kindOf(body: Body, code: string | undefined): Kind | undefined {
  const candidates = kindsByTypes.get(`${text(body, 'typeWebhook')} ${text(body, 'messageData.typeMessage')}`);
  return (
    candidates?.find(({ when }) => when?.every((condition) => holds(condition, body, code))) ??
    candidates?.find(({ when }) => !when)
  );
}

/** Whether the service sends notifications of this type at all. */
const typesOfWebhooks = new Set(kinds.map(({ typeWebhook }) => typeWebhook));
export const isNotification = (body: Body): boolean => typesOfWebhooks.has(text(body, 'typeWebhook'));

function holds(condition: Condition, body: Body, code: string | undefined): boolean {
  if ('code' in condition) return code === condition.code;
  const { path, is, beginsWith, endsWith, isPresent } = condition;
  const [list = '', field] = path.split('[].');
  const values = field === undefined ? [at(body, path)] : items(at(body, list)).map((item) => at(item, field));
  return values.some(
    (value) =>
      (is === undefined || is.includes(value as string | boolean)) &&
      (beginsWith === undefined || (typeof value === 'string' && value.startsWith(beginsWith))) &&
      (endsWith === undefined || (typeof value === 'string' && value.endsWith(endsWith))) &&
      (isPresent === undefined || (value !== undefined) === isPresent),
  );
}
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : []);
/** Items of a list that are looked at. */
const MAX_ITEMS = 100;
