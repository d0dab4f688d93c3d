/** Calls about the examples of a request: read, stored from a response, and removed. */
import { randomUUID } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import { isBinaryType } from '../../../contract/http/media-type.ts';
import { addExample, newExample, readExample, removeExample } from '../../collection/edit/examples.ts';
import { parseRequest } from '../../collection/format/open-collection.ts';
import { bodyText } from '../../http/body/body-text.ts';
import { MAX_TEXT } from '../../runs/responses/sent-response.ts';
import type { Session } from '../session.ts';
import type { WorkspaceState } from '../runs/workspace-state.ts';
import { maskContent } from '../../platform/secrets/mask-content.ts';
import { headerValuesOf } from '../../../contract/http/header-value.ts';

type ExamplesApi = Pick<HostApi, `collection.${'example' | 'saveExample' | 'removeExample' | 'restoreExample'}`>;

export function createExamplesApi(session: Session, { bodies }: WorkspaceState): ExamplesApi {
  const { edit } = session.collection;
  return {
    async 'collection.example'({ id, index }) {
      const example = readExample(parseRequest(await edit.read(id), id), index);
      const { name, description, request, body, ...response } = example;
      const runId = `example-${randomUUID()}`;
      bodies.add(runId, body, response.contentType);
      const isText = !isBinaryType(response.contentType) && body.length <= MAX_TEXT;
      return {
        name,
        description,
        request,
        response: {
          ...response,
          runId,
          httpVersion: '',
          cookies: headerValuesOf(response.headers, 'set-cookie'),
          text: isText ? bodyText(body, response.contentType) : null,
          size: body.length,
          downloadedBytes: body.length,
          hops: [],
        },
      };
    },
    async 'collection.saveExample'({ id, name, request, response }) {
      const { contentType } = response;
      const body = bodies.bytes(response.runId, 0, Infinity);
      const mask = await session.mask();
      const example = newExample({
        name,
        request,
        response: {
          ...response,
          headers: response.headers.map((header) => ({ name: header.name, value: withoutCookieValue(header) })),
        },
        body,
        text: bodyText(body, contentType),
      });
      const text = await edit.read(id);
      await edit.write(id, addExample(id, text, maskContent(example, mask)), text);
      const { examples = [] } = parseRequest(await edit.read(id), id);
      return { index: examples.length - 1 };
    },
    async 'collection.removeExample'({ id, index, name }) {
      const before = await edit.read(id);
      const { text, removed } = removeExample(id, before, { index, name });
      await edit.write(id, text, before);
      return { removed };
    },
    async 'collection.restoreExample'({ id, index, removed }) {
      const example = parseRemoved(removed);
      const text = await edit.read(id);
      await edit.write(id, addExample(id, text, example, index), text);
      return {};
    },
  };
}

/** The file is meant for version control, and the value of a cookie can be a credential. */
function withoutCookieValue({ name, value }: { name: string; value: string }): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/^([^=;]*)=[^;]*/, '$1=(masked)') : value;
}

function parseRemoved(removed: string): object {
  try {
    const value: unknown = JSON.parse(removed);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The file is refused below.
  }
  throw codedError('InvalidParams', 'This is not an example that was removed.', 'Save the response again.');
}
