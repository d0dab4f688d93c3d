/** Tells by its fields whether an item of a collection relies on a known difference; see `known-differences.ts`. */
import path from 'node:path';
import { detailsOf, type OpenRequest } from '../../collection/format/open-collection.ts';
import { bodyFilesOf } from '../imported/files.ts';
import type { ImportedItem } from '../imported/imported.ts';

type Uses = (item: ImportedItem) => boolean;

const inRequest =
  (uses: (request: OpenRequest) => boolean): Uses =>
  (item) =>
    'request' in item && uses(item.request);

const headersOf = (request: OpenRequest) => (detailsOf(request).headers ?? []).filter(({ disabled }) => !disabled);
const bodyOf = ({ http }: OpenRequest) => (Array.isArray(http?.body) ? undefined : http?.body);
/** The enabled fields of a form. */
const fieldsOf = (request: OpenRequest): { name: string }[] => {
  const body = bodyOf(request);
  if (body?.type !== 'form-urlencoded' && body?.type !== 'multipart-form') return [];
  return (body.data as { name: string; disabled?: boolean }[]).filter(({ disabled }) => !disabled);
};

export const hasVariables: Uses = (item) =>
  ('request' in item ? item.request.runtime?.variables : item.defaults?.variables) !== undefined;

export const hasUnicodeHeader = inRequest((request) =>
  headersOf(request).some(({ value }) => /[^\0-\x7f]/.test(value)),
);

/** Whether a header `Connection` has another value than those that are sent; variables may have one of them. */
export const hasOtherConnection = inRequest((request) =>
  headersOf(request).some(
    ({ name, value }) => name.toLowerCase() === 'connection' && !/^\s*(keep-alive|close|)\s*$|\{\{/i.test(value),
  ),
);

export const hasQuoteInFieldName = inRequest(
  (request) => bodyOf(request)?.type === 'multipart-form' && fieldsOf(request).some(({ name }) => name.includes('"')),
);

/** Whether a body names a file by an absolute path, of Windows too, or one that leads out of the folder of the collection. */
export const sendsFileOutside: Uses = (item) =>
  'request' in item &&
  bodyFilesOf([item]).some(
    (file) => path.posix.isAbsolute(file) || path.win32.isAbsolute(file) || /^\.\.[\\/]/.test(path.normalize(file)),
  );

export const hasBlanksInVariable = inRequest(({ http, graphql }) =>
  /\{\{(?: [^{}"]{1,200}|[^{}"]{1,200} )\}\}/.test(JSON.stringify(http ?? graphql ?? '')),
);
