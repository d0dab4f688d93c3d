/** Generates code of another language that sends a request. */
import { codedError } from '../../../contract/errors.ts';
import type { HttpRequest } from '../../../contract/http/http.ts';
import { headerValueOf } from '../../../contract/http/header-value.ts';
import { graphqlText } from '../../http/body/encode-body.ts';
import { BYTES, PLACEHOLDER, placeholderType, putBody } from './body-literal.ts';
import { createHiddenTexts, literalAddress } from './hidden-texts.ts';

export interface CodeTarget {
  /** `language/client` as in the library. */
  id: string;
  title: string;
}

export async function codeTargets(): Promise<CodeTarget[]> {
  const { snippetz } = await import('@scalar/snippetz');
  return snippetz()
    .clients()
    .flatMap(({ key, title, clients }) =>
      // The library has two spellings of cURL.
      clients.map((client) => ({
        id: `${key}/${client.client}`,
        title: `${title}: ${client.title.replace(/^Curl$/, 'cURL')}`,
      })),
    );
}

/** Names of headers and methods that need no quotes in a language. */
const SIMPLE_NAME = /^[\w.{}-]+$/;

/**
 * @param request with its variables filled in, as far as they have values
 * @param checksCertificates false: cURL does not check the server's certificate either
 * @throws InvalidRequest for a method or the name of a header that would be code
 */
export async function toCode(request: HttpRequest, target: string, checksCertificates = true): Promise<string> {
  const [language = 'shell'] = target.split('/');
  const { hide, restore } = createHiddenTexts();
  const headers = request.headers
    .filter(({ name, disabled }) => !disabled && name !== '')
    .map(({ name, value }) => ({ name: simpleName(name, 'The name of the header'), value: hide(value) }));
  const method = simpleName(request.method, 'The method');
  const head = { method, url: literalAddress(request.url.replace(/#.*$/s, '')), headers };
  const code = await printCode(head, hiddenData(postDataOf(request), hide), target);
  const restored = restore(target === 'shell/curl' ? withTextParts(code) : code, language);
  return target === 'shell/curl' && !checksCertificates ? restored.replace(/^curl\b/, 'curl --insecure') : restored;
}

/** cURL reads a file for a text that begins with `@` or `<`, and options behind a semicolon, except with this option. */
const withTextParts = (code: string): string => code.replace(/--form '([^'=]*)=(?!@)/g, "--form-string '$1=");

/** @param what the subject of the error's sentence */
function simpleName(name: string, what: string): string {
  if (SIMPLE_NAME.test(name)) return name;
  const message = `${what} ${JSON.stringify(name)} has characters that have a meaning in code.`;
  throw codedError('InvalidRequest', message, 'Use letters, digits, hyphens and underscores.');
}

type RequestHead = Pick<HttpRequest, 'method' | 'url' | 'headers'>;

async function printCode(head: RequestHead, data: PostData | undefined, target: string): Promise<string> {
  const { snippetz } = await import('@scalar/snippetz');
  const [language = 'shell', client = 'curl'] = target.split('/');
  const writtenType = headerValueOf(head.headers, 'content-type');
  if (data && writtenType === undefined) head.headers.push({ name: 'Content-Type', value: data.mimeType });
  // For these, the library writes decoded parts of an address into the code.
  const url = ['clojure', 'ruby'].includes(language) ? ADDRESS_PLACEHOLDER : head.url;
  const har = { ...head, url, queryString: [] };
  const print = (postData: PostData | undefined) => {
    const code = snippetz().print(language as 'shell', client as 'curl', { ...har, ...(postData && { postData }) });
    return (code ?? '').replace(ADDRESS_PLACEHOLDER, () => head.url);
  };
  // As bytes: otherwise cURL's own option for texts is used.
  if (target === 'shell/curl') return print(data?.text === undefined ? data : { ...data, mimeType: BYTES });
  if (data?.text === undefined || data.isFile) return print(data);
  const mimeType = placeholderType(language, data.mimeType);
  return putBody(print({ mimeType, text: PLACEHOLDER }), language, data.text, writtenType ?? data.mimeType);
}

const ADDRESS_PLACEHOLDER = 'http://outrigger.invalid';

interface PostData {
  mimeType: string;
  text?: string;
  /** `text` names a file. */
  isFile?: boolean;
  params?: { name: string; value: string; fileName?: string }[];
}

/** The library gets texts of bodies only where it escapes them. */
function hiddenData(data: PostData | undefined, hide: (text: string) => string): PostData | undefined {
  if (!data) return undefined;
  const { params } = data;
  return {
    ...data,
    mimeType: hide(data.mimeType),
    ...(data.isFile && data.text !== undefined ? { text: hide(data.text) } : {}),
    ...(params && {
      params: params.map(({ name, value, fileName }) => ({
        name: hide(name),
        value: hide(value),
        ...(fileName === undefined ? {} : { fileName: hide(fileName) }),
      })),
    }),
  };
}

function postDataOf({ body }: HttpRequest): PostData | undefined {
  switch (body?.mode) {
    case 'raw':
      return { mimeType: body.contentType ?? 'text/plain', text: body.text };
    case 'urlencoded':
      return {
        mimeType: 'application/x-www-form-urlencoded',
        params: body.fields.filter(({ disabled }) => !disabled).map(({ name, value }) => ({ name, value })),
      };
    case 'formdata':
      return {
        mimeType: 'multipart/form-data',
        params: body.parts
          .filter(({ disabled }) => !disabled)
          .flatMap(({ name, value, files }) =>
            files
              ? files.map((fileName) => ({ name, fileName, value: `@${fileName}` }))
              : [{ name, value: value ?? '' }],
          ),
      };
    case 'graphql':
      return { mimeType: 'application/json', text: graphqlText(body) };
    case 'file':
      return { mimeType: body.contentType ?? BYTES, text: `@${body.path}`, isFile: true };
    default:
      return undefined;
  }
}
