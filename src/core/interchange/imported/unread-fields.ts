/**
 * Finds the fields of a file that an importer does not read. The importer reads the file through proxies that record
 * each member it reads, so that no separate list of known fields has to be maintained.
 */
import { visibleText } from '../../../contract/visible-text.ts';
import { isObject, type ImportWarning } from './imported.ts';

/** The number of different fields that are named; further ones are counted. */
const MAX_NAMED = 50;
const MAX_NAME_LENGTH = 120;

interface Reads {
  source: object;
  names: Set<PropertyKey>;
  /** Fields that are not reported, because losing them changes nothing. */
  ignored: Set<string>;
  children: Map<PropertyKey, object>;
  /** The item that the fields belong to: the names of its folders and its own. */
  where?: string;
}
/** The fields that were read, for each tracked object. */
const readsOf = new WeakMap<object, Reads>();

/** @returns a proxy of `source` that records which members are read, at any depth */
export function trackReads<T extends object>(source: T): T {
  const reads: Reads = { source, names: new Set(), ignored: new Set(), children: new Map() };
  const tracked = new Proxy(source, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return value;
      reads.names.add(name);
      if (typeof value !== 'object' || value === null) return value;
      const trackedChild = reads.children.get(name);
      if (trackedChild) return trackedChild;
      const child = trackReads(value);
      reads.children.set(name, child);
      return child;
    },
  });
  readsOf.set(tracked, reads);
  return tracked;
}

/** Marks fields whose loss changes nothing. Has no effect on an object that is not tracked. */
export function ignoreFields(tracked: unknown, ...names: readonly string[]): void {
  const reads = isTracked(tracked) ? readsOf.get(tracked) : undefined;
  for (const name of names) reads?.ignored.add(name);
}

/** Begins an item, with whose name its fields are reported. @param where the names of its folders and its own */
export function beginItem(tracked: object, where: string): void {
  const reads = readsOf.get(tracked);
  if (reads) reads.where = where;
}

/** The value without tracking: reading it is not recorded. */
export const untracked = <T>(value: T): T => (isTracked(value) ? (readsOf.get(value)?.source as T) : value);

/** Replaces the proxies in a result by their sources, because proxies can neither be cloned nor compared. */
export function untrackAll<T>(value: T): T {
  const source = untracked(value);
  if (source !== value || typeof source !== 'object' || source === null) return source;
  const members = source as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    const plain = untrackAll(member);
    if (plain !== member) members[name] = plain;
  }
  return source;
}

/**
 * A warning for each field with content that was not read: the first item that has it, and the number of further ones.
 * @param where the name of the tracked object, for fields that belong to no item
 */
export const unreadFields = (
  tracked: object,
  where: string,
  isMeaningless?: (name: string) => boolean,
): ImportWarning[] => unreadFieldsOf([{ tracked, where }], where, isMeaningless);

/**
 * Like `unreadFields`, for a collection of several files.
 * @param name of the collection, for the line that counts the rest
 * @param isMeaningless whether a field of this name can be lost anywhere without a change
 */
export function unreadFieldsOf(
  files: readonly { tracked: object; where: string }[],
  name: string,
  isMeaningless: (name: string) => boolean = () => false,
): ImportWarning[] {
  const places = new Map<string, { where: string; others: number }>();
  for (const { tracked, where } of files) {
    for (const field of fieldsIn(tracked, { where, path: '' }, isMeaningless)) {
      const place = places.get(field.path);
      if (place) place.others += 1;
      else places.set(field.path, { where: field.where, others: 0 });
    }
  }
  const namedFields = [...places].slice(0, MAX_NAMED).map(([path, { where: first, others }]) => ({
    where: others > 0 ? `${first} (and ${others} more)` : first,
    what: `the field "${path}"`,
  }));
  const unnamed = places.size - namedFields.length;
  return unnamed > 0 ? [...namedFields, { where: name, what: `${unnamed} other fields` }] : namedFields;
}

interface Place {
  where: string;
  /** Names of the members without list indexes. */
  path: string;
}

function* fieldsIn(tracked: object, above: Place, isMeaningless: (name: string) => boolean): Generator<Place> {
  const reads = readsOf.get(tracked);
  if (!reads) return;
  const { source, names, ignored, children, where } = reads;
  const place = where === undefined ? above : { where, path: '' };
  const isRead = (name: string) => names.has(name) || ignored.has(name);
  const fields = Object.entries(source).flatMap(([name, value]) => (hasContent(value) ? [name] : []));
  // None of its members is read, so the field as a whole is reported.
  if (place.path !== '' && fields.length > 0 && !Object.keys(source).some(isRead)) {
    yield place;
    return;
  }
  for (const name of fields) {
    if (ignored.has(name) || isMeaningless(name)) continue;
    const child = children.get(name);
    if (child)
      yield* fieldsIn(child, Array.isArray(source) ? place : below(place, nameOf(name, source)), isMeaningless);
    else if (!names.has(name) && !Array.isArray(source)) yield below(place, nameOf(name, source));
  }
}

/** A parameter in a list is named by its key. */
const nameOf = (name: string, source: object): string =>
  name === 'value' && isObject(source) && typeof source['key'] === 'string' ? source['key'] : name;

const below = ({ where, path }: Place, name: string): Place => {
  const visibleName = visibleText(name.slice(0, MAX_NAME_LENGTH));
  return { where, path: path === '' ? visibleName : `${path}.${visibleName}` };
};

/** Whether a value has content. @param seen visited objects, so that a cyclic value ends */
function hasContent(value: unknown, seen = new Set<object>()): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (typeof value !== 'object') return true;
  if (seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).some((member) => hasContent(member, seen));
}

const isTracked = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && readsOf.has(value);
