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

type Holds = (body: Body, code: string | undefined) => boolean;

/** Prepared for each type of notification, because thousands arrive each second. */
interface Candidates {
  distinguished: { kind: Kind; conditions: readonly Holds[] }[];
  /** The kind that applies where no condition holds. */
  other?: Kind;
}

/** By `typeWebhook`, and within it by `typeMessage`, which is empty for a notification that is not a message. */
const candidatesByTypes = new Map<string, Map<string, Candidates>>();
for (const kind of kinds) {
  const ofWebhook = candidatesByTypes.get(kind.typeWebhook) ?? new Map<string, Candidates>();
  candidatesByTypes.set(kind.typeWebhook, ofWebhook);
  for (const typeMessage of [kind.typeMessage ?? ''].flat()) {
    const candidates = ofWebhook.get(typeMessage) ?? { distinguished: [] };
    ofWebhook.set(typeMessage, candidates);
    if (kind.when) candidates.distinguished.push({ kind, conditions: kind.when.map(prepareCondition) });
    else candidates.other ??= kind;
  }
}

/** @param code the code of the error in the body, as `codeIn` finds it */
export function kindOf(body: Body, code: string | undefined): Kind | undefined {
  const candidates = candidatesByTypes.get(text(body, 'typeWebhook'))?.get(text(body, 'messageData.typeMessage'));
  if (!candidates) return undefined;
  for (const { kind, conditions } of candidates.distinguished) {
    if (conditions.every((holds) => holds(body, code))) return kind;
  }
  return candidates.other;
}

/** Whether the service documents notifications of this type. */
export const isNotification = (body: Body): boolean => candidatesByTypes.has(text(body, 'typeWebhook'));

function prepareCondition(condition: Condition): Holds {
  if ('code' in condition) return (_body, code) => code === condition.code;
  const { path, is, beginsWith, endsWith, isPresent } = condition;
  const holdsFor = (value: unknown): boolean =>
    (is === undefined || is.includes(value as string | boolean)) &&
    (beginsWith === undefined || (typeof value === 'string' && value.startsWith(beginsWith))) &&
    (endsWith === undefined || (typeof value === 'string' && value.endsWith(endsWith))) &&
    (isPresent === undefined || (value !== undefined) === isPresent);
  if (!path.includes('[].')) return (body) => holdsFor(at(body, path));
  const [list = '', field = ''] = path.split('[].');
  return (body) => items(at(body, list)).some((item) => holdsFor(at(item, field)));
}
/** The number of items of a list that are compared. */
const MAX_ITEMS = 100;
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : []);
