/**
 * Finds the fields of a file that an importer does not read. The importer reads the file through proxies that record
 * each member it reads, so that no separate list of known fields has to be maintained.
 */
import { visibleText } from '../../../contract/visible-text.ts';
import { firstPlace, isObject, type ImportWarning } from './imported.ts';

/** The number of different fields that are named; further ones are counted. */
const MAX_NAMED = 50;
const MAX_NAME_LENGTH = 120;

/** Each tracked object has its record as a member of this name, which no file can contain. */
const READS = Symbol('reads');
/** Lists of ignored fields up to this length are searched without an index. */
const SHORT_LIST = 16;
const NO_NAMES: readonly string[] = [];
const NO_PLACES: readonly Place[] = [];
const NOT_MEANINGLESS = () => false;

/** Records the members of an object that are read. A large file has a record for each of its objects, so it is small. */
class Reads<T extends object = object> implements ProxyHandler<T> {
  readonly source: T;
  /** The members that were read: for an object its proxy, otherwise undefined. */
  members: Map<string, object | undefined> | undefined;
  /** Fields that are not reported, because losing them changes nothing. */
  ignored = NO_NAMES;
  /** The item that the fields belong to: the names of its folders and its own. */
  where: string | undefined;
  /** The unread fields of an item that has ended. */
  unread: readonly Place[] | undefined;

  constructor(source: T) {
    this.source = source;
  }

  get(target: T, name: string | symbol): unknown {
    if (name === READS) return this;
    const value: unknown = (target as Record<string | symbol, unknown>)[name];
    if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return value;
    const isObject = typeof value === 'object' && value !== null;
    // The length of a list, which each loop reads, is not a field.
    if (!isObject && name === 'length' && Array.isArray(target)) return value;
    if (this.members?.has(name)) return this.members.get(name) ?? value;
    const child = isObject && !isListOfTexts(value) ? trackReads(value) : undefined;
    this.members ??= new Map();
    this.members.set(name, child);
    return child ?? value;
  }
}

/** A list without objects and lists, such as the lines of a script, is read as a whole. */
const isListOfTexts = (value: object): boolean =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);

const readsOf = (value: unknown): Reads | undefined =>
  typeof value === 'object' && value !== null ? (value as { [READS]?: Reads })[READS] : undefined;

/** @returns a proxy of `source` that records which members are read, at any depth */
export const trackReads = <T extends object>(source: T): T => new Proxy(source, new Reads(source));

/** Marks fields whose loss changes nothing. Has no effect on an object that is not tracked. */
export function ignoreFields(tracked: unknown, ...names: readonly string[]): void {
  const reads = readsOf(tracked);
  if (reads) reads.ignored = reads.ignored.length === 0 ? names : [...reads.ignored, ...names];
}

/** Begins an item, with whose name its fields are reported. @param where the names of its folders and its own */
export function beginItem(tracked: object, where: string): void {
  const reads = readsOf(tracked);
  if (reads) reads.where = where;
}

/**
 * Ends an item that is converted: its unread fields are found now, and what was read of its members is forgotten. Records
 * of a large file would otherwise take more time than its conversion.
 * @returns the result of the conversion without proxies
 */
export function endItem<T>(tracked: object, result: T): T {
  const reads = readsOf(tracked);
  if (reads?.where === undefined) return result;
  const unread: Place[] = [];
  visitUnread(tracked, { where: reads.where }, NOT_MEANINGLESS, (place) => unread.push(place));
  reads.members = undefined;
  reads.unread = unread.length > 0 ? unread : NO_PLACES;
  return untrackAll(result);
}

/** The value without tracking: reading it is not recorded. */
export const untracked = <T>(value: T): T => (readsOf(value)?.source as T | undefined) ?? value;

/** Replaces the proxies in a result by their sources, because proxies can neither be cloned nor compared. */
export function untrackAll<T>(value: T): T {
  const source = untracked(value);
  if (source !== value || typeof source !== 'object' || source === null) return source;
  const members = source as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (typeof member !== 'object') continue;
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
  isMeaningless: (name: string) => boolean = NOT_MEANINGLESS,
): ImportWarning[] {
  const places = new Map<string, { where: string; others: number }>();
  for (const { tracked, where } of files) {
    visitUnread(tracked, { where }, isMeaningless, (field) => {
      const path = pathOf(field);
      const place = places.get(path);
      if (place) place.others += 1;
      else places.set(path, { where: field.where, others: 0 });
    });
  }
  const namedFields = [...places].slice(0, MAX_NAMED).map(([path, { where: first, others }]) => ({
    where: firstPlace(first, others),
    what: `the field "${path}"`,
  }));
  const unnamed = places.size - namedFields.length;
  return unnamed > 0 ? [...namedFields, { where: name, what: `${unnamed} other fields` }] : namedFields;
}

interface Place {
  where: string;
  /** The member's name and the place of the object that has it; absent for an item. */
  member?: { name: string; of: Place };
}

/** Calls `onUnread` for each field with content that was not read. */
function visitUnread(
  tracked: object,
  above: Place,
  isMeaningless: (name: string) => boolean,
  onUnread: (place: Place) => void,
): void {
  const reads = readsOf(tracked);
  if (!reads) return;
  if (reads.unread) return reads.unread.forEach(onUnread);
  const { members, where } = reads;
  const source = reads.source as Record<string, unknown>;
  const place: Place = where === undefined ? above : { where };
  const ignored = reads.ignored.length > SHORT_LIST ? new Set(reads.ignored) : undefined;
  const isIgnored = (name: string) => (ignored ? ignored.has(name) : reads.ignored.includes(name));
  const names = Object.keys(source);
  // None of its members is read, so the field as a whole is reported.
  if (place.member && !names.some((name) => members?.has(name) || isIgnored(name))) {
    if (names.some((name) => hasContent(source[name]))) onUnread(place);
    return;
  }
  const isList = Array.isArray(source);
  const placeOf = (name: string): Place =>
    isList ? place : { where: place.where, member: { name: nameOf(name, source), of: place } };
  for (const name of names) {
    const child = members?.get(name);
    if (child === undefined && (isList || members?.has(name) || !hasContent(source[name]))) continue;
    if (isIgnored(name) || isMeaningless(name)) continue;
    if (child) visitUnread(child, placeOf(name), isMeaningless, onUnread);
    else onUnread(placeOf(name));
  }
}

/** A parameter in a list is named by its key. */
const nameOf = (name: string, source: object): string =>
  name === 'value' && isObject(source) && typeof source['key'] === 'string' ? source['key'] : name;

/** Names of the members without list indexes. */
function pathOf({ member }: Place): string {
  if (!member) return '';
  const name = visibleText(member.name.slice(0, MAX_NAME_LENGTH));
  return member.of.member ? `${pathOf(member.of)}.${name}` : name;
}

/** Whether a value has content. @param seen visited objects, so that a cyclic value ends */
function hasContent(value: unknown, seen = new Set<object>()): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (typeof value !== 'object') return true;
  if (seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).some((member) => hasContent(member, seen));
}
