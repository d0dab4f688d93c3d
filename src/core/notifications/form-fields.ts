/** The fields of a form, whatever its encoding. */
import { MAX_FIELDS } from './body-fields.ts';

export interface FormField {
  name: string;
  /** Of a file: its name, media type and size. */
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
 * @returns undefined when the body is not well-formed
 */
export async function multipartFields(body: Buffer, contentType: string): Promise<FormField[] | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
    return [...form].slice(0, MAX_FIELDS).map(([name, value]) => {
      if (typeof value === 'string') return { name, value, isFile: false };
      return { name, value: `${value.name} (${value.type || 'no type'}, ${value.size} bytes)`, isFile: true };
    });
  } catch {
    return undefined;
  }
}
