/** The body of a request to the simulator, as fields. */
import { Busboy } from '@fastify/busboy';
import { parseBoundedJson } from '../../platform/bounded-json.ts';
import { isRecord } from './body.ts';
import { Refusal } from './simulator-refusal.ts';

type Json = Record<string, unknown>;
const MAX_PARTS = 100;

/** What JSON is sent as: `curl -d` names a form for any text. Other types are those of an uploaded file. */
const JSON_TYPES = /^(?:$|application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded|text\/plain)/i;

/**
 * Fields of a form with files, or of JSON; none where the body is a file.
 * @throws Refusal
 */
export async function requestFields(contentType: string, body: Buffer): Promise<Json> {
  if (/^multipart\/form-data/i.test(contentType)) return formFields(contentType, body);
  if (!JSON_TYPES.test(contentType)) return {};
  const text = body.toString('utf8');
  if (text.trim() === '') return {};
  const parsed = parseBoundedJson(text);
  if ('problem' in parsed) throw new Refusal(400, { message: `The body ${parsed.problem}.` });
  if (parsed.json === undefined) throw new Refusal(400, { message: 'The body is no JSON.' });
  return isRecord(parsed.json) ? parsed.json : {};
}

/** The texts of a form, and the name of its file as `fileName`. */
async function formFields(contentType: string, body: Buffer): Promise<Json> {
  const fields: Json = {};
  const parsed = Promise.withResolvers<Json>();
  const refuse = () => parsed.reject(new Refusal(400, { message: 'The form cannot be read.' }));
  try {
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { parts: MAX_PARTS } });
    parser.on('field', (name, value) => (fields[name] = value));
    parser.on('file', (_name, file, fileName) => {
      fields['fileName'] ??= fileName;
      file.resume();
    });
    parser.on('finish', () => parsed.resolve(fields));
    parser.on('error', refuse);
    parser.end(body);
  } catch {
    refuse();
  }
  return parsed.promise;
}
