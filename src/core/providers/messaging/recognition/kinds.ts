/**
 * The kinds of notifications, with one entry each in kinds.json, and an example of the same name in examples.json.
 * Where several entries share their types, the first one whose `when` matches applies, then the one without.
 */
import { at, text, type Body } from '../body.ts';
import table from './kinds.json' with { type: 'json' };

export interface Kind {
  /** The name of the entry and of its example. */
  kind: string;
  title: string;
  typeWebhook: string;
  /** The values of `typeMessage` with this kind. Absent for a notification that is not a message. */
  typeMessage?: string | readonly string[];
  /** The account settings that have to be "yes" for it to be sent. */
  setting: string;
  /** Absent: current. `archive`: from older versions of the service; `unconfirmed`: documented in part. */
  age?: 'archive' | 'unconfirmed';
  /** How the official documentation contradicts itself here. */
  variant?: string;
  /** The `typeWebhook` whose schema applies, if it is not its own. */
  schema?: string;
  /** Distinguishes it from other kinds with the same types. */
  when?: readonly Condition[];
}

/** All given members have to match. */
type Condition =
  | { code: string }
  | {
      /** Dotted; a final `[]` means any item of a list. */
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

/** Whether the service documents notifications of this type. */
const typesOfWebhooks = new Set(kinds.map(({ typeWebhook }) => typeWebhook));
export const isNotification = (body: Body): boolean => typesOfWebhooks.has(text(body, 'typeWebhook'));

function holds(condition: Condition, body: Body, code: string | undefined): boolean {
  if ('code' in condition) return code === condition.code;
  const { path, is, beginsWith, endsWith, isPresent } = condition;
  const holdsFor = (value: unknown): boolean =>
    (is === undefined || is.includes(value as string | boolean)) &&
    (beginsWith === undefined || (typeof value === 'string' && value.startsWith(beginsWith))) &&
    (endsWith === undefined || (typeof value === 'string' && value.endsWith(endsWith))) &&
    (isPresent === undefined || (value !== undefined) === isPresent);
  if (!path.includes('[].')) return holdsFor(at(body, path));
  const [list = '', field = ''] = path.split('[].');
  return items(at(body, list)).some((item) => holdsFor(at(item, field)));
}
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : []);
/** The number of items of a list that are compared. */
const MAX_ITEMS = 100;
