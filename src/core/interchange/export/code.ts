/** Generates code of another language that sends a request. */
import type { HttpRequest } from '../../../contract/http/http.ts';
import type { Json } from '../imported/imported.ts';

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
      clients.map((client) => ({ id: `${key}/${client.client}`, title: `${title}: ${client.title}` })),
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
      .map((pair) => ({ name: pair.split('=')[0] ?? '', value: decode(pair.split('=').slice(1).join('=')) })),
    ...postDataOf(request),
  };
  const type = (har as { postData?: { mimeType: string } }).postData?.mimeType;
  if (type && !har.headers.some(({ name }) => name.toLowerCase() === 'content-type')) {
    har.headers.push({ name: 'Content-Type', value: type });
  }
  // The library indents a JSON body, and a signature covers the bytes: cURL gets it as bytes.
  const bytes =
    target === 'shell/curl' && request.body?.mode === 'raw'
      ? { postData: { mimeType: 'application/octet-stream', text: request.body.text } }
      : {};
  const code = snippetz().print(language as 'shell', client as 'curl', { ...har, ...bytes }) ?? '';
  return target === 'shell/curl' && !checksCertificates ? code.replace(/^curl\b/, 'curl --insecure') : code;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function postDataOf({ body }: HttpRequest): Json {
  switch (body?.mode) {
    case 'raw':
      return { postData: { mimeType: body.contentType ?? 'text/plain', text: body.text } };
    case 'urlencoded':
      return {
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          params: body.fields.filter(({ disabled }) => !disabled).map(({ name, value }) => ({ name, value })),
        },
      };
    case 'formdata':
      return {
        postData: {
          mimeType: 'multipart/form-data',
          params: body.parts
            .filter(({ disabled }) => !disabled)
            .flatMap(({ name, value, files }) =>
              files
                ? files.map((fileName) => ({ name, fileName, value: `@${fileName}` }))
                : [{ name, value: value ?? '' }],
            ),
        },
      };
    case 'graphql':
      return {
        postData: {
          mimeType: 'application/json',
          text: JSON.stringify({
            query: body.query,
            ...(body.variables ? { variables: parseOr(body.variables) } : {}),
          }),
        },
      };
    case 'file':
      return { postData: { mimeType: body.contentType ?? 'application/octet-stream', text: `@${body.path}` } };
    default:
      return {};
  }
}
function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
