/** Imports cURL commands as browsers and documentation write them. */
import { hasName, headerValueOf } from '../../../contract/http/header-value.ts';
import type { Auth } from '@opencollection/types/common/auth';
import { codedError } from '../../../contract/errors.ts';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import { readArguments, type CurlArguments } from './arguments.ts';
import { dataOf, FORM, formBody, textBody, urlQueryOf, type CurlData } from './body.ts';
import { isCmd, splitCmdCommands } from './cmd-words.ts';
import { splitCommands } from './words.ts';
import type { ImportedCollection, ImportedItem, ImportWarning } from '../imported/imported.ts';

export const isCurl = (content: string): boolean => /^\s*(?:#[^\n]*\n\s*)*(?:\$\s+)?curl(?:\.exe)?\s/.test(content);

/** Each address of a command becomes a request with all options of the command. */
const MAX_OPTIONS_OF_ALL = 200_000;

/** A request for each address of each command. @throws InvalidData when there is no address, or there are too many */
export function fromCurl(content: string): ImportedCollection {
  const warnings: ImportWarning[] = [];
  const variables = new Set<string>();
  const split = isCmd(content) ? splitCmdCommands(content) : splitCommands(content, (name) => void variables.add(name));
  const commands = split.map((words) => (words[0] === '$' ? words.slice(1) : words));
  const parts = commands.flatMap(([program, ...words]) =>
    program && /^curl(\.exe)?$/.test(program) ? readArguments(words, warnings) : [],
  );
  for (const name of variables) {
    const what = `the value of $${name}, which the shell knows: set the variable {{${name}}} in an environment`;
    warnings.push({ where: 'curl', what });
  }
  const count = parts.reduce((sum, { urls, used }) => sum + urls.length * used.length, 0);
  if (count > MAX_OPTIONS_OF_ALL) {
    const message = `The options of all addresses of this cURL command are more than ${MAX_OPTIONS_OF_ALL.toLocaleString('en')}: each address gets all of them.`;
    throw codedError('InvalidData', message, 'Divide it into several commands.');
  }
  const items = parts.flatMap((part) => part.urls.map((url) => itemOf(url, part, warnings)));
  const [first] = items;
  if (!first) throw codedError('InvalidData', 'This cURL command has no address.', 'Copy the whole command.');
  return { kind: 'cURL command', name: first.name, items, environments: [], secrets: [], warnings };
}

function itemOf(url: string, part: CurlArguments, warnings: ImportWarning[]): ImportedItem {
  const request = requestOf(url, part, warnings);
  const path = url.replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/, '');
  const name = path.split('/').filter(Boolean).at(-1) ?? 'Request';
  return { name, request: { ...request, info: { name, type: 'http' } } };
}

function requestOf(address: string, { used }: CurlArguments, warnings: ImportWarning[]): OpenRequest {
  const has = (name: string): boolean => used.some((option) => option.name === name);
  const last = (name: string): string | undefined => used.findLast((option) => option.name === name)?.value;
  const data = dataOf(used, warnings);
  const isQuery = has('get') && data.text !== undefined;
  const query = [...urlQueryOf(used), ...(isQuery ? [data.text ?? ''] : [])];
  const upload = last('upload-file');
  const body: CurlData = isQuery ? { isJson: data.isJson } : data;
  const hasData = body.text !== undefined || body.file !== undefined;
  const form = formBody(used, warnings);
  const headers = headersOf(used, { isJson: data.isJson, isForm: hasData && !data.isJson }, warnings);
  const fallback = has('head') ? 'HEAD' : upload !== undefined ? 'PUT' : hasData || form ? 'POST' : 'GET';
  const seconds = Number(last('max-time'));
  const redirects = Number(last('max-redirs') ?? NaN);
  const auth = authOf(used, address, warnings);
  const sent = form ?? requestBody(body, upload, headers, warnings);
  return {
    http: {
      method: last('request') ?? fallback,
      url: withQuery(upload === undefined ? address : withFileName(address, upload), query),
      ...(headers.length > 0 ? { headers } : {}),
      ...(sent ? { body: sent } : {}),
      ...(auth ? { auth } : {}),
    },
    settings: {
      ...(has('location') ? {} : { followRedirects: false }),
      ...(has('location') && redirects >= 0 ? { maxRedirects: redirects } : {}),
      ...(seconds > 0 ? { timeout: Math.round(seconds * 1000) } : {}),
    },
  };
}

type Header = { name: string; value: string };

function requestBody(data: CurlData, upload: string | undefined, headers: Header[], warnings: ImportWarning[]) {
  const type = headerValueOf(headers, 'content-type') ?? '';
  const file = upload ?? data.file;
  if (file === '-' || file === '.') {
    warnings.push({ where: 'curl', what: 'the body from standard input: type it' });
    return undefined;
  }
  if (file !== undefined)
    return { type: 'file' as const, data: [{ filePath: file, contentType: type, selected: true }] };
  return data.text === undefined ? undefined : textBody(data.text, type);
}

function headersOf(
  used: CurlArguments['used'],
  { isJson, isForm }: { isJson: boolean; isForm: boolean },
  warnings: ImportWarning[],
): Header[] {
  const headers: Header[] = [];
  const removedHeaders: string[] = [];
  const cookies: string[] = [];
  for (const { name, value } of used) {
    if (name === 'header') readHeader(value, { headers, removed: removedHeaders, warnings });
    else if ((name === 'user-agent' || name === 'referer') && value === '') continue;
    else if (name === 'user-agent') headers.push({ name: 'User-Agent', value });
    else if (name === 'referer') headers.push({ name: 'Referer', value: value.replace(/;auto$/, '') });
    else if (name === 'range') headers.push({ name: 'Range', value: `bytes=${value}` });
    else if (name === 'cookie' && value.includes('=')) cookies.push(value);
    else if (name === 'cookie') warnings.push({ where: 'curl', what: `the cookies of the file ${value}` });
  }
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join(';') });
  const add = (name: string, value: string) => {
    const lower = name.toLowerCase();
    if (!headers.some((header) => hasName(header, lower)) && !removedHeaders.includes(lower))
      headers.push({ name, value });
  };
  if (isJson) add('Content-Type', 'application/json');
  if (isJson) add('Accept', 'application/json');
  if (isForm) add('Content-Type', FORM);
  return headers;
}

/** Parses `Name: value`. `Name:` removes a default header of curl; `Name;` sends it with an empty value. */
function readHeader(
  written: string,
  { headers, removed, warnings }: { headers: Header[]; removed: string[]; warnings: ImportWarning[] },
): void {
  if (written.startsWith('@')) {
    warnings.push({ where: 'curl', what: `the headers of the file ${written.slice(1)}` });
    return;
  }
  const [, name = '', sign, valueText = ''] = /^([^:;]+)([:;])(.*)$/s.exec(written) ?? [];
  const value = valueText.trim();
  if (sign === ':' && value !== '') headers.push({ name: name.trim(), value });
  else if (sign === ';' && value === '') headers.push({ name: name.trim(), value: '' });
  else if (sign === ':') {
    removed.push(name.trim().toLowerCase());
    warnings.push({ where: 'curl', what: `-H "${written}": a header that is sent by itself cannot be left out` });
  } else warnings.push({ where: 'curl', what: `-H "${written}": this is not a header` });
}

function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url;
  const [, before = '', hash = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  const join = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${before}${join}${query.join('&')}${hash}`;
}

/** An upload to an address that ends with a slash is sent to the name of the file. */
const withFileName = (url: string, file: string): string =>
  /^[a-z]+:\/\/[^?#]*\/$/i.test(url) && file !== '-'
    ? `${url}${encodeURIComponent(file.split('/').at(-1) ?? '')}`
    : url;

function authOf(used: CurlArguments['used'], address: string, warnings: ImportWarning[]): Auth | undefined {
  const last = (name: string): string | undefined => used.findLast((option) => option.name === name)?.value;
  const token = last('oauth2-bearer');
  if (token !== undefined) return { type: 'bearer', token };
  const user = last('user');
  if (user === undefined) return undefined;
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(user) ?? [];
  if (!user.includes(':')) warnings.push({ where: 'curl', what: `the password of -u ${user}: curl asks for it` });
  const provider = last('aws-sigv4');
  if (provider !== undefined) {
    const [, , ...named] = provider.split(':');
    const [, service = '', region = ''] = /^(?:[a-z]+:\/\/)?([^./]+)\.([^./]+)\./i.exec(address) ?? [];
    return {
      type: 'awsv4',
      accessKeyId: username,
      secretAccessKey: password,
      region: named[0] ?? region,
      service: named[1] ?? service,
    };
  }
  const kind = used.findLast(({ name }) => ['basic', 'digest', 'ntlm'].includes(name))?.name;
  if (kind === 'ntlm') {
    const [, domain = '', name = username] = /^(?:([^\\]*)\\)?(.*)$/s.exec(username) ?? [];
    return { type: 'ntlm', username: name, password, domain };
  }
  return { type: kind === 'digest' ? 'digest' : 'basic', username, password };
}
