/** Parses the body of a request to the simulator into fields. */
import { readMultipartForm } from '../../../http/body/multipart-form.ts';
import { parseBoundedJson } from '../../../platform/json/bounded-json.ts';
import { isRecord, type Json } from '../../../platform/json/is-record.ts';
import { Refusal } from './simulator-refusal.ts';

const MAX_PARTS = 100;

/** Content types with which JSON is sent: `curl -d` sends any text as a form. Other types are uploaded files. */
const JSON_TYPES = /^(?:$|application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded|text\/plain)/i;

/**
 * The fields of a form with files, or of JSON; empty where the body is a file.
 * @throws Refusal
 */
export async function requestFields(contentType: string, body: Buffer): Promise<Json> {
  if (/^multipart\/form-data/i.test(contentType)) return formFields(contentType, body);
  if (!JSON_TYPES.test(contentType)) return {};
  const text = body.toString('utf8');
  if (text.trim() === '') return {};
  const parsed = parseBoundedJson(text);
  if ('problem' in parsed) throw new Refusal(400, { message: `The body ${parsed.problem}.` });
  if (parsed.json === undefined) throw new Refusal(400, { message: 'The body is not JSON.' });
  return isRecord(parsed.json) ? parsed.json : {};
}

/** The text fields of a form, and the name of its file as `fileName`. */
async function formFields(contentType: string, body: Buffer): Promise<Json> {
  const { parts, isWellFormed } = await readMultipartForm({ body, contentType, maxParts: MAX_PARTS });
  if (!isWellFormed) throw new Refusal(400, { message: 'The form cannot be read.' });
  const fileName = parts.find(({ file }) => file)?.file?.name;
  const texts = parts.filter(({ file }) => !file).map(({ name, text }): [string, string] => [name, text]);
  return { ...(fileName === undefined ? {} : { fileName }), ...Object.fromEntries(texts) };
}
