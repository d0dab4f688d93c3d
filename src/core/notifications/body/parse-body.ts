/** The text and the JSON of a received body, decompressed and decoded; never throws. */
import { headerValueOf } from '../../../contract/http/header-value.ts';
import { utf16Text } from '../../../contract/utf16-text.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import { bodyText, charsetOf } from '../../http/body/body-text.ts';
import { parseBoundedJson } from '../../platform/json/bounded-json.ts';
import { unpack } from './body-coding.ts';
import { urlencodedFields, type FormField } from './form-fields.ts';

/** Limit of the decompressed size: a few kilobytes can expand to gigabytes. */
const MAX_UNPACKED_BYTES = 10 * 1024 * 1024;
/** Decoders of other charsets than UTF-8 are written in JavaScript; some take seconds for a megabyte. */
const MAX_OTHER_CHARSET_BYTES = 256 * 1024;

export interface ParsedBody {
  /** Empty when the body could not be unpacked or decoded within the limits. */
  text: string;
  /** Undefined when the text is not JSON, or exceeds a limit. */
  json: unknown;
  /** A sentence about the exceeded limit, or null. */
  problem: string | null;
  /** The first fields of a form; null for other bodies, and for a multipart form, which takes longer to read. */
  form: FormField[] | null;
  /** How many fields the form has; 0 without one. */
  formCount: number;
}

/** @param parseJson parses a text within the limits; default: `JSON.parse` */
export function parseBody(
  body: Buffer,
  headers: readonly { name: string; value: string }[],
  parseJson?: (text: string) => unknown,
): ParsedBody {
  const unpacked = unpack(body, headerValueOf(headers, 'content-encoding'), MAX_UNPACKED_BYTES);
  if (!unpacked) return refuse(`unpacks to more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MiB`);
  const contentType = headerValueOf(headers, 'content-type');
  const text = decode(unpacked, contentType);
  if (text === undefined) {
    return refuse(`has more than ${MAX_OTHER_CHARSET_BYTES / 1024} KiB in a charset other than UTF-8`);
  }
  // Some clients send JSON with the Content-Type of a form, because that is their default.
  if (mediaType(contentType ?? '') === 'application/x-www-form-urlencoded' && !/^\s*[[{]/.test(text)) {
    const { fields, count } = urlencodedFields(text);
    return { text, json: undefined, problem: null, form: fields, formCount: count };
  }
  const parsed = parseBoundedJson(text, parseJson);
  if ('problem' in parsed) return refuse(parsed.problem, text);
  return { text, json: parsed.json, problem: null, form: null, formCount: 0 };
}

const refuse = (reason: string, text = ''): ParsedBody => ({
  text,
  json: undefined,
  form: null,
  formCount: 0,
  problem: `The body was stored unchanged and not inspected: it ${reason}.`,
});

/** Undefined when decoding would take too long. */
function decode(body: Buffer, contentType: string | undefined): string | undefined {
  const marked = utf16Text(body);
  if (marked !== undefined) return marked;
  const isSlow = body.length > MAX_OTHER_CHARSET_BYTES && !/^utf-?8$/i.test(charsetOf(contentType));
  return isSlow ? undefined : bodyText(body, contentType);
}
