/** Generates code of another language that sends a request. */
import type { HttpRequest } from '../../../contract/http/http.ts';
import { headerValueOf } from '../../../contract/http/header-value.ts';
import { graphqlText } from '../../http/body/encode-body.ts';
import { PLACEHOLDER, placeholderType, putBody } from './body-literal.ts';
import { percentDecode } from '../../platform/percent-decode.ts';

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

/**
 * @param request with its variables filled in, as far as they have values
 * @param checksCertificates false: cURL does not check the server's certificate either
 */
export async function toCode(request: HttpRequest, target: string, checksCertificates = true): Promise<string> {
  const { snippetz } = await import('@scalar/snippetz');
  const [language = 'shell', client = 'curl'] = target.split('/');
  const [, address = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(request.url) ?? [];
  const har = {
    method: request.method,
    url: address,
    headers: request.headers.filter(({ disabled }) => !disabled).map(({ name, value }) => ({ name, value })),
    queryString: query
      .split('&')
      .filter(Boolean)
      .map((pair) => ({ name: pair.split('=')[0] ?? '', value: percentDecode(pair.split('=').slice(1).join('=')) })),
  };
  const data = postDataOf(request);
  const writtenType = headerValueOf(har.headers, 'content-type');
  if (data && writtenType === undefined) har.headers.push({ name: 'Content-Type', value: data.mimeType });
  const print = (postData: PostData | undefined) =>
    snippetz().print(language as 'shell', client as 'curl', { ...har, ...(postData && { postData }) }) ?? '';
  if (target === 'shell/curl') {
    // As bytes: otherwise cURL's own option for texts is used.
    const code = print(data?.text === undefined ? data : { ...data, mimeType: 'application/octet-stream' });
    return checksCertificates ? code : code.replace(/^curl\b/, 'curl --insecure');
  }
  if (data?.text === undefined || request.body?.mode === 'file') return print(data);
  const mimeType = placeholderType(language, data.mimeType);
  return putBody(print({ mimeType, text: PLACEHOLDER }), language, data.text, writtenType ?? data.mimeType);
}

interface PostData {
  mimeType: string;
  text?: string;
  params?: { name: string; value: string; fileName?: string }[];
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
      return { mimeType: body.contentType ?? 'application/octet-stream', text: `@${body.path}` };
    default:
      return undefined;
  }
}
