/** Describes a body of an unknown provider by its form alone. */
import { mediaType } from '../../contract/http/media-type.ts';
import { visibleBeginning } from '../../contract/visible-text.ts';

export interface PlainContent {
  title: string;
  sentence: string;
}

/** Characters of a sender's text in a sentence: lists show thousands of them. */
const MAX_SENTENCE = 200;
/** The number of field names in a sentence. */
const MAX_NAMES = 8;

/**
 * @param contentType value of the Content-Type header
 * @param text the body as text; @param json the body as JSON, or undefined when it is not JSON
 * @param form the fields of a form, or null for other bodies
 */
export function describePlainContent(content: {
  contentType: string | undefined;
  text: string;
  json: unknown;
  form: readonly { name: string }[] | null;
}): PlainContent {
  const { contentType = '', text, json, form } = content;
  if (json !== undefined) return describeJson(json);
  if (text === '') return { title: 'No body', sentence: '' };
  if (form) return { title: 'Form', sentence: listNames(form.map(({ name }) => name)) };
  const type = mediaType(contentType);
  if (type === 'multipart/form-data') return { title: 'Multipart form', sentence: '' };
  if (text.includes('\0') || text.includes('\ufffd')) return { title: 'Binary', sentence: type };
  const sentence = beginning(text.replace(/\s+/g, ' ').trim());
  if (/[/+]json$/.test(type) || /^\s*[[{]/.test(text)) return { title: 'Malformed JSON', sentence };
  if (/[/+]xml$/.test(type) || /^\s*<[?a-z]/i.test(text)) return { title: 'XML', sentence };
  return { title: 'Text', sentence };
}

function describeJson(json: unknown): PlainContent {
  if (Array.isArray(json)) {
    return { title: 'JSON array', sentence: `${json.length} ${json.length === 1 ? 'item' : 'items'}` };
  }
  if (typeof json === 'object' && json !== null) return { title: 'JSON', sentence: listNames(Object.keys(json)) };
  return { title: 'JSON', sentence: beginning(String(json)) };
}

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  return beginning(names.slice(0, MAX_NAMES).join(', ')) + more;
}

const beginning = (text: string): string => visibleBeginning(text, MAX_SENTENCE);
