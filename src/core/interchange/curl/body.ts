/** The body of a cURL command, byte for byte as curl sends it, and the parameters that `-G` and `--url-query` add. */
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import { formText } from '../../http/body/encode-body.ts';
import { optional, type ImportWarning } from '../imported/imported.ts';

type UsedOption = { name: string; value: string };
const FORM = 'application/x-www-form-urlencoded';

/** curl's escaping: spaces become `+`, other reserved characters are percent-encoded. */
const escapeText = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');

/** Encodes the argument of `--data-urlencode` and `--url-query`: `text`, `=text`, `name=text`. */
function encoded(value: string): string {
  const separatorIndex = value.indexOf('=');
  if (separatorIndex < 0) return escapeText(value);
  return `${value.slice(0, separatorIndex)}${separatorIndex > 0 ? '=' : ''}${escapeText(value.slice(separatorIndex + 1))}`;
}

export interface CurlData {
  /** The joined data; undefined where there is none. */
  text?: string;
  /** The path of the file whose content is sent. */
  file?: string;
  isJson: boolean;
}

/** The data of `-d` and related options. A file cannot be combined with other data, and is then reported. */
export function dataOf(used: readonly UsedOption[], warnings: ImportWarning[]): CurlData {
  const pieces: { text: string; isJson: boolean }[] = [];
  const files: string[] = [];
  for (const { name, value } of used) {
    if (!/^(data(-ascii|-raw|-binary|-urlencode)?|json)$/.test(name)) continue;
    const isFile = name === 'data-urlencode' ? /^[^=]*@/.test(value) : name !== 'data-raw' && value.startsWith('@');
    if (isFile) files.push(value);
    else pieces.push({ text: name === 'data-urlencode' ? encoded(value) : value, isJson: name === 'json' });
  }
  const isJson = used.some(({ name }) => name === 'json');
  const [file = '', ...others] = files;
  if (pieces.length === 0 && others.length === 0 && file.startsWith('@')) return { file: file.slice(1), isJson };
  for (const file of files)
    warnings.push({ where: 'curl', what: `the content of the file ${file}: add it to the body` });
  if (pieces.length === 0) return { isJson };
  // Several --json arguments are joined without a separator.
  const text = pieces.reduce((all, { text: next, isJson: joined }, index) => {
    return index === 0 ? next : `${all}${joined ? '' : '&'}${next}`;
  }, '');
  return { text, isJson };
}

export const urlQueryOf = (used: readonly UsedOption[]): string[] =>
  used
    .filter(({ name }) => name === 'url-query')
    .map(({ value }) => (value.startsWith('+') ? value.slice(1) : encoded(value)));

/** @param type the Content-Type header; the text becomes a form if its fields encode to the same bytes again */
export function textBody(text: string, type: string): HttpRequestBody {
  if (/urlencoded/i.test(type)) {
    const fields = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));
    if (text !== '' && formText(fields) === text) return { type: 'form-urlencoded', data: fields };
  }
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (/json/i.test(type) || (looksLikeJson && !/\/[/*]/.test(text))) return { type: 'json', data: text };
  return { type: /xml/i.test(type) ? 'xml' : 'text', data: text };
}

/**
 * Parses `-F`: `name=text`, `name=@file,file`, each with `;type=…` and other attributes; `--form-string` is literal
 * text.
 */
export function formBody(used: readonly UsedOption[], warnings: ImportWarning[]): HttpRequestBody | undefined {
  const fields = used.filter(({ name }) => name === 'form' || name === 'form-string');
  if (fields.length === 0) return undefined;
  return {
    type: 'multipart-form',
    data: fields.map(({ name: option, value: written }) => {
      const separatorIndex = Math.max(0, written.indexOf('='));
      const name = written.slice(0, separatorIndex);
      const content = written.slice(separatorIndex + 1);
      if (option === 'form-string') return { name, type: 'text' as const, value: content };
      const sign = content[0] ?? '';
      const [value, attributes] = splitAttributes(sign === '@' || sign === '<' ? content.slice(1) : content);
      for (const [key, attribute] of attributes) {
        const isUsed = key === 'type' || (key === 'filename' && sign === '@');
        if (!isUsed) warnings.push({ where: 'curl', what: `-F ${name}: ${key}=${attribute}` });
      }
      const fileName = optional('fileName', attributes.get('filename'));
      const contentType = attributes.get('type');
      const type = contentType ? { contentType } : {};
      if (sign === '<')
        warnings.push({ where: 'curl', what: `-F ${name}: the content of the file ${value} as a text` });
      if (sign === '@')
        return {
          name,
          type: 'file' as const,
          value: value.split(','),
          ...fileName,
          contentType: contentType ?? fileType(attributes.get('filename') ?? value),
        };
      return { name, type: 'text' as const, value: sign === '<' ? '' : value, ...type };
    }),
  };
}

/** curl knows the media types of a few file extensions, and sends every other file as `application/octet-stream`. */
const knownTypes: Record<string, string> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
};
const fileType = (file: string): string =>
  knownTypes[/\.([^./]*)$/.exec(file)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';

/** Splits `value;type=a/b;filename=x`; the value may be in double quotes. */
function splitAttributes(content: string): [value: string, attributes: Map<string, string>] {
  const [, quotedName] = /^"((?:[^"\\]|\\.)*)"/.exec(content) ?? [];
  const end = quotedName === undefined ? content.indexOf(';') : quotedName.length + 2;
  const value = quotedName?.replace(/\\(.)/g, '$1') ?? (end < 0 ? content : content.slice(0, end));
  const parameters = end < 0 ? '' : content.slice(end);
  const attributes = new Map<string, string>();
  for (const [, key = '', text = ''] of parameters.matchAll(
    /;\s*(type|filename|headers|encoder)=("(?:[^"\\]|\\.)*"|[^;]*)/g,
  )) {
    const unquotedText = text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text.trim();
    attributes.set(key, unquotedText);
  }
  return [value, attributes];
}

export { FORM };
