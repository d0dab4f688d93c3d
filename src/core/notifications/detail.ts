/** The detail of one stored notification, read from its body. */
import { mediaType } from '../../contract/http/media-type.ts';
import type { NotificationDetail } from '../../contract/webhooks/notification.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import type { WebhookReader } from '../providers/webhook-reader.ts';
import { jsonFields } from './body/body-fields.ts';
import { checkSignature } from './check-signature.ts';
import { multipartFields, type BodyFields, type FormField } from './body/form-fields.ts';
import { jsonProblem } from '../platform/json/json-problem.ts';
import { parseBody, type ParsedBody } from './body/parse-body.ts';
import { unixTimeAsDate } from './body/unix-time.ts';
import type { StoredNotification } from './store/store.ts';

export async function detailOf(
  stored: StoredNotification,
  reader: WebhookReader,
): Promise<Omit<NotificationDetail, 'life'>> {
  const { summary, method, path, peer, headers, body } = stored;
  const parsed = parseBody(body, headers);
  const contentType = headerValueOf(headers, 'content-type') ?? '';
  const recognized = reader.recognize({ method, path, headers, parsed });
  const signed = reader.schemeOf(summary.provider);
  const { differences, code, variant, setting, age } = recognized;
  const { fields, count } = await fieldsOf(parsed, body, contentType);
  const isMeantAsJson = /[/+]json$/.test(mediaType(contentType)) || /^\s*[[{]/.test(parsed.text);
  const isMalformed = parsed.json === undefined && parsed.problem === null && isMeantAsJson && parsed.text !== '';
  return {
    summary,
    method,
    path,
    peer,
    headers,
    contentType,
    differences,
    code,
    variant,
    setting,
    age,
    response: stored.response ?? null,
    text: parsed.text,
    signed: signed && { scheme: signed.scheme, result: checkSignature(reader, stored) },
    jsonProblem: isMalformed ? jsonProblem(parsed.text) : null,
    fieldCount: count,
    fields: fields.map((field) => {
      const date = unixTimeAsDate(field.path, field.value);
      return { ...field, meaning: [recognized.meaningOf(field.path), date].filter(Boolean).join(': ') };
    }),
  };
}

async function fieldsOf({ text, json, form, formCount }: ParsedBody, body: Buffer, contentType: string) {
  if (json !== undefined) return jsonFields(text);
  if (form) return formFields({ fields: form, count: formCount });
  const isMultipart = mediaType(contentType) === 'multipart/form-data';
  return isMultipart ? formFields(await multipartFields(body, contentType)) : { fields: [], count: 0 };
}

function formFields({ fields: listed, count }: BodyFields<FormField>) {
  const names = new Set<string>();
  const fields = listed.map(({ name, value, isFile }) => {
    const isRepeated = names.has(name);
    names.add(name);
    return { path: name, type: isFile ? 'file' : 'text', value, isRepeated };
  });
  return { fields, count };
}
