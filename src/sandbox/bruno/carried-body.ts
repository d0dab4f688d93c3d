/**
 * A value that `res.setBody` has set, as the text that later scripts of the request get. Unlike JSON alone, it keeps
 * `undefined`.
 */
const UNDEFINED = '\0undefined';

export const toCarried = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) => (member === undefined ? UNDEFINED : member));

/** A member of an object that is undefined is absent, and an item of a list is empty. */
export const fromCarried = (text: string): unknown =>
  JSON.parse(text, (_name, member: unknown) => (member === UNDEFINED ? undefined : member)) as unknown;
