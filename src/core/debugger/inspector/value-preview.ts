/**
 * The text of an object with its first members, such as `{id: 7, tags: Array(2)}`. The inspector chooses the members
 * and calls no getters. Its process can be hostile, so shapes and types are checked and texts are cut.
 */
import type { Runtime } from 'node:inspector';

const MAX_PREVIEW_TEXT = 200;
/** Objects whose description says as much as their members would. */
const selfExplaining = new Set(['error', 'regexp', 'date', 'null', 'node', 'proxy', 'promise', 'wasmvalue']);

/** A text from the inspector; empty for any other value, which a hostile process may send instead. */
export const textFrom = (value: unknown, limit: number): string =>
  typeof value === 'string' ? value.slice(0, limit) : '';

/** @returns undefined for values that have no members to show */
export function previewText({ type, subtype, description, preview }: Runtime.RemoteObject): string | undefined {
  if (type !== 'object' || selfExplaining.has(subtype ?? '')) return undefined;
  if (typeof preview !== 'object' || (preview as unknown) === null) return undefined;
  const isList = subtype === 'array' || subtype === 'typedarray';
  const entries = list(preview.entries).map(
    ({ key, value }) => (key ? `${memberText(key)} → ` : '') + memberText(value),
  );
  const members = list(preview.properties)
    .filter(({ name }) => !(entries.length > 0 && name === 'size'))
    .map((member) => {
      const name = previewPart(member.name);
      return (isList && /^\d+$/.test(name) ? '' : `${name}: `) + memberText(member);
    });
  if (preview.overflow) members.push('…');
  const content = [...entries, ...members].join(', ');
  const className = previewPart(description);
  const text = isList ? `${className} [${content}]` : `${nameOf(className)}{${content}}`;
  return text.length <= MAX_PREVIEW_TEXT ? text : `${text.slice(0, MAX_PREVIEW_TEXT - 1)}…`;
}

/** One character more than is shown, so that `previewText` can tell whether the text was cut. */
const previewPart = (value: unknown): string => textFrom(value, MAX_PREVIEW_TEXT + 1);

/** The name of an object's class; a plain object is shown without one. */
const nameOf = (description: string): string => (description === 'Object' ? '' : `${description} `);

/** Items beyond the limit of the text are dropped, because each takes at least one character of it. */
const list = <T>(value: T[] | undefined): T[] =>
  Array.isArray(value)
    ? value.slice(0, MAX_PREVIEW_TEXT).filter((item) => typeof item === 'object' && item !== null)
    : [];

/** The inspector omits the middle of longer texts of members. */
const MEMBER_LENGTH = 100;

/** The beginning of such a text: in its end, the rest of a secret could not be recognised. */
const withoutEnd = (text: string): string => (text.length < MEMBER_LENGTH ? text : text.replace(/….*$/s, '…'));

function memberText(member: Partial<Runtime.PropertyPreview & Runtime.ObjectPreview> | undefined): string {
  const { type, subtype, value, description } = member ?? {};
  const text = previewPart(value ?? description);
  if (type === 'string') return JSON.stringify(withoutEnd(text));
  if (type === 'function') return 'function';
  if (type === 'accessor') return '(getter)';
  return type === 'object' && subtype === undefined && text === 'Object' ? '{…}' : text;
}
