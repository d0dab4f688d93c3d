/** The fields of a form, whatever its encoding. */
import { Busboy } from '@fastify/busboy';
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
 * @returns those before the first mistake, where the body is not well-formed
 */
export function multipartFields(body: Buffer, contentType: string): Promise<FormField[]> {
  const fields: FormField[] = [];
  const ended = Promise.withResolvers<FormField[]>();
  const end = () => ended.resolve(fields);
  try {
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { parts: MAX_FIELDS } });
    parser.on('field', (name, value) => fields.push({ name, value, isFile: false }));
    parser.on('file', (name, file, fileName, _encoding, mimeType) => {
      let bytes = 0;
      file.on('data', (chunk: Buffer) => (bytes += chunk.length));
      file.on('end', () => fields.push({ name, value: `${fileName} (${mimeType}, ${bytes} bytes)`, isFile: true }));
    });
    parser.on('finish', end);
    parser.on('error', end);
    parser.end(body);
  } catch {
    end();
  }
  return ended.promise;
}
