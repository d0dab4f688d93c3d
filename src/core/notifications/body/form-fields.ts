/** The fields of a form of either encoding. */
import { readMultipartForm } from '../../http/body/multipart-form.ts';
import { MAX_FIELDS } from './body-fields.ts';

export interface FormField {
  name: string;
  /** The value of the field; for a file, its name, media type and size. */
  value: string;
  isFile: boolean;
}

/** @param text a body of the type application/x-www-form-urlencoded */
export function urlencodedFields(text: string): FormField[] {
  const pairs = new URLSearchParams(text);
  return [...pairs].slice(0, MAX_FIELDS).map(([name, value]) => ({ name, value, isFile: false }));
}

/**
 * @param contentType with its boundary
 * @returns the fields before the first mistake, where the body is malformed
 */
export async function multipartFields(body: Buffer, contentType: string): Promise<FormField[]> {
  const { parts } = await readMultipartForm({ body, contentType, maxParts: MAX_FIELDS });
  return parts.map(({ name, text, file }) => {
    if (!file) return { name, value: text, isFile: false };
    return { name, value: `${file.name} (${file.mediaType}, ${file.bytes} bytes)`, isFile: true };
  });
}
