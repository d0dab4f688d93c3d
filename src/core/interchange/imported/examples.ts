/**
 * Examples of an import, bounded: they are stored in the file of a request, which must not become too large to be
 * opened.
 */
import type { HttpRequestExample } from '@opencollection/types/requests/http';
import { bodyType, MAX_EXAMPLE_BODY, MAX_EXAMPLES } from '../../collection/edit/examples.ts';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import type { ImportWarning } from './imported.ts';
import { headerValueOf } from '../../../contract/http/header-value.ts';

/** Limit for all bodies of a request's examples, in characters. */
const MAX_TOTAL = 4 * MAX_EXAMPLE_BODY;

export interface ExampleParts {
  name: string;
  description?: string;
  request?: HttpRequestExample['request'];
  status?: number | undefined;
  statusText?: string;
  headers?: { name: string; value: string }[];
  body?: string;
  /** Whether `body` is base64 of bytes. */
  isBase64?: boolean;
  /** The media type; absent: that of the header. */
  contentType?: string;
}

/**
 * The member `examples` of a request; an empty object where there are none. Examples that are too large are reported as
 * warnings.
 */
export function examplesMember(
  all: readonly ExampleParts[],
  where: string,
  warnings: ImportWarning[],
): Pick<OpenRequest, 'examples'> {
  if (all.length > MAX_EXAMPLES) {
    warnings.push({
      where,
      what: `${all.length - MAX_EXAMPLES} of its ${all.length} examples: ${MAX_EXAMPLES} are kept`,
    });
  }
  let total = 0;
  const examples = all.slice(0, MAX_EXAMPLES).map((parts): HttpRequestExample => {
    const { name, description, request, status, statusText, headers = [], body = '' } = parts;
    total += body.length;
    const isTooLarge = body.length > MAX_EXAMPLE_BODY || total > MAX_TOTAL;
    if (isTooLarge) warnings.push({ where, what: `the body of its example "${name}": it is too large` });
    const type = parts.contentType ?? headerValueOf(headers, 'content-type') ?? '';
    return {
      name: name || 'Example',
      ...(description ? { description } : {}),
      ...(request ? { request } : {}),
      response: {
        ...(status === undefined ? {} : { status }),
        ...(statusText ? { statusText } : {}),
        ...(headers.length > 0 ? { headers } : {}),
        ...(body === '' || isTooLarge
          ? {}
          : { body: { type: parts.isBase64 ? 'binary' : textType(type), data: body } }),
      },
    };
  });
  return examples.length > 0 ? { examples } : {};
}

/** The kind of a text body; a text of a binary media type is still text. */
function textType(contentType: string): 'json' | 'xml' | 'html' | 'text' {
  const type = bodyType(contentType);
  return type === 'binary' ? 'text' : type;
}
