/** The fields of a form of either encoding. */
import { readMultipartForm } from '../../http/body/multipart-form.ts';

/** The first fields of a body, at most `MAX_FIELDS`, and how many it has. */
export interface BodyFields<T> {
  fields: T[];
  count: number;
}

export const MAX_FIELDS = 2000;

export interface FormField {
  name: string;
  /** The value of the field; for a file, its name, media type and size. */
  value: string;
  isFile: boolean;
}

/** @param text a body of the type application/x-www-form-urlencoded */
export function urlencodedFields(text: string): BodyFields<FormField> {
  let count = 0;
  let firstEnd = text.length;
  // Only the first ones are parsed: a stranger's body may have millions. A question mark in front belongs to none.
  for (let start = text.startsWith('?') ? 1 : 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (end > start) count += 1;
    if (end > start && count === MAX_FIELDS) firstEnd = end;
  }
  const pairs = [...new URLSearchParams(text.slice(0, firstEnd))];
  return { fields: pairs.map(([name, value]) => ({ name, value, isFile: false })), count };
}

/**
 * @param contentType with its boundary
 * @returns the fields before the first mistake, where the body is malformed
 */
export async function multipartFields(body: Buffer, contentType: string): Promise<BodyFields<FormField>> {
  const { parts, count } = await readMultipartForm({ body, contentType, maxParts: MAX_FIELDS });
  const fields = parts.map(({ name, text, file }) => {
    if (!file) return { name, value: text, isFile: false };
    return { name, value: `${file.name} (${file.mediaType}, ${file.bytes} bytes)`, isFile: true };
  });
  return { fields, count };
}
