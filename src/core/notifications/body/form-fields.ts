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
  const pairs = [...new URLSearchParams(text)];
  const fields = pairs.slice(0, MAX_FIELDS).map(([name, value]) => ({ name, value, isFile: false }));
  return { fields, count: pairs.length };
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
