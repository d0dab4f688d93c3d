/** A cURL command, as browsers and documentation give it. */
import { codedError } from '../../contract/errors.ts';
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import type { OpenRequest } from '../collection/open-collection.ts';
import type { Imported, Lost } from './imported.ts';

export const isCurl = (content: string): boolean => /^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(content);

/** Options with a value that say something here; of the others it only matters whether a value follows. */
const withValue = new Map([
  ...['-X', '--request', '-H', '--header', '-d', '--data', '--data-raw', '--data-ascii', '--data-binary', '--json'].map(
    (name) => [name, true] as const,
  ),
  ...['--data-urlencode', '-F', '--form', '--form-string', '-u', '--user', '-A', '--user-agent', '-e', '--referer'].map(
    (name) => [name, true] as const,
  ),
  ...['-b', '--cookie', '--url', '-m', '--max-time', '-T', '--upload-file', '--oauth2-bearer', '--url-query'].map(
    (name) => [name, true] as const,
  ),
  ...[
    '-o',
    '--output',
    '-c',
    '--cookie-jar',
    '-x',
    '--proxy',
    '-E',
    '--cert',
    '--key',
    '--cacert',
    '-w',
    '--write-out',
  ].map((name) => [name, false] as const),
  ...['--connect-timeout', '--retry', '--resolve', '--connect-to', '-D', '--dump-header', '--limit-rate', '-K'].map(
    (name) => [name, false] as const,
  ),
]);
const lostOptions = new Map([
  ...['-x', '--proxy', '-E', '--cert', '--key', '--cacert', '--resolve', '--connect-to', '-K'].map(
    (name) => [name, true] as const,
  ),
]);

/** @throws InvalidData when there is no address in it */
export function fromCurl(content: string): Imported {
  const lost: Lost[] = [];
  const request = requestOf(words(content.trim().replace(/^\$\s+/, '')).slice(1), lost);
  const name = nameOf(request.http?.url ?? '');
  const named = { ...request, info: { name, type: 'http' } };
  return { kind: 'cURL command', name, items: [{ name, request: named }], environments: [], secrets: [], lost };
}

function nameOf(url: string): string {
  const path = url.replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/, '');
  return path.split('/').filter(Boolean).at(-1) ?? 'Request';
}

function requestOf(args: string[], lost: Lost[]): OpenRequest {
  let url = '';
  let method: string | undefined;
  let [get, head, json, urlencoded] = [false, false, false, false];
  let auth: { username: string; password: string; digest?: boolean } | undefined;
  let [digest, token, timeout, follow] = [false, '', 0, false];
  const headers: { name: string; value: string }[] = [];
  const data: string[] = [];
  const query: string[] = [];
  const form: string[] = [];
  let upload = '';

  const take = (name: string, value: string) => {
    switch (name) {
      case '-X':
      case '--request':
        method = value;
        break;
      case '-H':
      case '--header': {
        const cut = value.search(/[:;]/);
        if (cut > 0) headers.push({ name: value.slice(0, cut).trim(), value: value.slice(cut + 1).trim() });
        break;
      }
      case '--json':
        json = true;
        data.push(value);
        break;
      case '-d':
      case '--data':
      case '--data-ascii':
      case '--data-raw':
      case '--data-binary':
        data.push(value);
        break;
      case '--data-urlencode': {
        urlencoded = true;
        const cut = value.indexOf('=');
        data.push(
          cut < 0
            ? encodeURIComponent(value)
            : `${value.slice(0, cut + 1)}${encodeURIComponent(value.slice(cut + 1))}`.replace(/^=/, ''),
        );
        break;
      }
      case '--url-query':
        query.push(value);
        break;
      case '-F':
      case '--form':
      case '--form-string':
        form.push(value);
        break;
      case '-u':
      case '--user': {
        const cut = value.indexOf(':');
        auth = { username: cut < 0 ? value : value.slice(0, cut), password: cut < 0 ? '' : value.slice(cut + 1) };
        break;
      }
      case '--oauth2-bearer':
        token = value;
        break;
      case '-A':
      case '--user-agent':
        headers.push({ name: 'User-Agent', value });
        break;
      case '-e':
      case '--referer':
        headers.push({ name: 'Referer', value });
        break;
      case '-b':
      case '--cookie':
        if (value.includes('=')) headers.push({ name: 'Cookie', value });
        else lost.push({ where: 'curl', what: `the cookies of the file ${value}` });
        break;
      case '-m':
      case '--max-time':
        timeout = Math.round(Number(value) * 1000) || 0;
        break;
      case '-T':
      case '--upload-file':
        upload = value;
        break;
      case '--url':
        url = value;
        break;
      default:
        if (lostOptions.has(name)) lost.push({ where: 'curl', what: `${name} ${value}` });
    }
  };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      if (url === '') url = word;
      continue;
    }
    const [, long, inline] = /^(--[^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (long) {
      if (withValue.has(long)) take(long, inline ?? args[++at] ?? '');
      else if (long === '--get') get = true;
      else if (long === '--head') head = true;
      else if (long === '--digest') digest = true;
      else if (long === '--location') follow = true;
      else if (long === '--insecure') lost.push({ where: 'curl', what: '--insecure: see "Proxy and certificates"' });
      continue;
    }
    // Short options may stand together, the last with its value: -sSLXPOST.
    for (let letter = 1; letter < word.length; letter += 1) {
      const name = `-${word[letter]}`;
      if (withValue.has(name)) {
        take(name, word.slice(letter + 1) || (args[++at] ?? ''));
        break;
      }
      if (name === '-G') get = true;
      else if (name === '-I') head = true;
      else if (name === '-L') follow = true;
      else if (name === '-k') lost.push({ where: 'curl', what: '-k: see "Proxy and certificates"' });
    }
  }
  if (url === '') throw codedError('InvalidData', 'This cURL command has no address.', 'Copy the whole command.');
  if (get) query.push(...data.splice(0));
  const cut = url.indexOf('#') < 0 ? url.length : url.indexOf('#');
  if (query.length > 0) {
    url = `${url.slice(0, cut)}${url.slice(0, cut).includes('?') ? '&' : '?'}${query.join('&')}${url.slice(cut)}`;
  }
  const has = (name: string) => headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
  const type = has('content-type')?.value ?? '';
  if (json && !type) headers.push({ name: 'Content-Type', value: 'application/json' });
  if (json && !has('accept')) headers.push({ name: 'Accept', value: 'application/json' });
  const body = bodyOf({ data, form, upload, type: json ? 'application/json' : type, urlencoded });
  const sent = data.length > 0 || form.length > 0;
  return {
    http: {
      method: method ?? (head ? 'HEAD' : upload !== '' ? 'PUT' : sent ? 'POST' : 'GET'),
      url,
      ...(headers.length > 0 ? { headers } : {}),
      ...(body ? { body } : {}),
      ...(auth ? { auth: { type: digest ? ('digest' as const) : ('basic' as const), ...auth } } : {}),
      ...(token ? { auth: { type: 'bearer' as const, token } } : {}),
    },
    settings: {
      ...(follow ? {} : { followRedirects: false }),
      ...(timeout > 0 ? { timeout } : {}),
    },
  };
}

function bodyOf(given: {
  data: string[];
  form: string[];
  upload: string;
  type: string;
  urlencoded: boolean;
}): HttpRequestBody | undefined {
  const { data, form, upload, type, urlencoded } = given;
  if (form.length > 0) {
    return {
      type: 'multipart-form',
      data: form.map((field) => {
        const cut = field.indexOf('=');
        const name = field.slice(0, cut);
        const [value = '', ...more] = field.slice(cut + 1).split(';');
        const contentType = more
          .find((one) => one.trim().startsWith('type='))
          ?.trim()
          .slice(5);
        const isFile = value.startsWith('@') || value.startsWith('<');
        return {
          name,
          type: isFile ? ('file' as const) : ('text' as const),
          value: isFile ? [value.slice(1)] : field.slice(cut + 1),
          ...(contentType ? { contentType } : {}),
        };
      }),
    };
  }
  const file = upload || (data.length === 1 && data[0]?.startsWith('@') ? data[0].slice(1) : '');
  if (file)
    return {
      type: 'file',
      data: [{ filePath: file, contentType: type || 'application/octet-stream', selected: true }],
    };
  if (data.length === 0) return undefined;
  const text = data.join('&');
  if (/json/i.test(type) || (type === '' && /^\s*[[{]/.test(text))) return { type: 'json', data: text };
  if (/xml/i.test(type)) return { type: 'xml', data: text };
  if (type === '' || urlencoded || /urlencoded/i.test(type)) {
    const fields = [...new URLSearchParams(text)];
    if (fields.length > 0) return { type: 'form-urlencoded', data: fields.map(([name, value]) => ({ name, value })) };
  }
  return { type: 'text', data: text };
}

/** As a shell splits them: quotes of both kinds, $'…', line ends that are escaped (also with ^ of cmd.exe). */
function words(command: string): string[] {
  const found: string[] = [];
  let [word, inWord] = ['', false];
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] ?? '';
    if (sign === '\\' || (sign === '^' && /[\r\n"^&]/.test(command[at + 1] ?? ''))) {
      const next = command[at + 1] ?? '';
      at += next === '\r' && command[at + 2] === '\n' ? 2 : 1;
      if (next !== '\n' && next !== '\r') {
        word += next;
        inWord = true;
      }
    } else if (/\s/.test(sign)) {
      if (inWord) found.push(word);
      [word, inWord] = ['', false];
    } else if (sign === "'" || sign === '"' || (sign === '$' && command[at + 1] === "'")) {
      const kind = sign === '$' ? '$' : sign;
      if (kind === '$') at += 1;
      const end = kind === '"' ? '"' : "'";
      inWord = true;
      for (at += 1; at < command.length && command[at] !== end; at += 1) {
        const one = command[at] ?? '';
        const next = command[at + 1] ?? '';
        if (one !== '\\' || kind === "'") word += one;
        else if (kind === '"') {
          if (/["\\$`]/.test(next)) word += next;
          else if (next !== '\n') word += one + next;
          at += 1;
        } else {
          const [all = ''] = /^\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(command.slice(at)) ?? [];
          if (all) {
            word += String.fromCharCode(parseInt(all.slice(2), 16));
            at += all.length - 1;
          } else {
            word += { n: '\n', t: '\t', r: '\r' }[next] ?? next;
            at += 1;
          }
        }
      }
    } else {
      word += sign;
      inWord = true;
    }
  }
  if (inWord) found.push(word);
  return found;
}
