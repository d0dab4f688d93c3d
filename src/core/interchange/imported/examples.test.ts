/** Responses in files of other programs become examples. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readExample } from '../../collection/edit/examples.ts';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import { fromBruno } from '../bruno/collection.ts';
import { importText } from '../import.ts';
import { examplesMember } from './examples.ts';
import type { ImportedCollection } from './imported.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const firstOf = ({ items }: ImportedCollection): OpenRequest => {
  const [item] = items;
  if (!item || !('request' in item)) throw new Error('The first item is not a request.');
  return item.request;
};

test('OpenAPI: named examples, one example, one from the schema, and a response without a body', async () => {
  const pet = { type: 'object', properties: { id: { type: 'integer', minimum: 7 } } };
  const responses = {
    200: {
      description: 'A pet',
      content: { 'application/json': { examples: { cat: { value: { id: 1 } }, dog: { value: { id: 2 } } } } },
    },
    400: { description: 'Refused', content: { 'application/problem+json': { example: { title: 'no' } } } },
    default: { description: 'Other', content: { 'application/json': { schema: pet } } },
    204: { description: 'Nothing' },
  };
  const api = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pet': { get: { responses } } } };
  const request = firstOf(await importText(JSON.stringify(api), 'api.json'));
  const examples = (request.examples ?? []).map((_, index) => readExample(request, index));
  expect(examples.map(({ name, status, body }) => [name, status, body.toString().replace(/\s/g, '')])).toEqual([
    ['200 cat', 200, '{"id":1}'],
    ['200 dog', 200, '{"id":2}'],
    ['204 Nothing', 204, ''],
    ['400 Refused', 400, '{"title":"no"}'],
    ['default Other', 0, '{"id":7}'],
  ]);
  expect(examples[3]?.contentType).toBe('application/problem+json');
});

test('HAR: the recorded response, without cookies', async () => {
  const response = {
    status: 200,
    statusText: 'OK',
    headers: [
      { name: 'Set-Cookie', value: 'session=secret' },
      { name: 'Content-Type', value: 'image/png' },
    ],
    content: { mimeType: 'image/png', encoding: 'base64', text: 'AAEC' },
  };
  const entries = [{ request: { method: 'GET', url: 'http://x/a' }, response }];
  const request = firstOf(await importText(JSON.stringify({ log: { entries } }), 'a.har'));
  expect(JSON.stringify(request)).not.toContain('secret');
  expect(readExample(request, 0)).toMatchObject({ name: '200 OK', status: 200, body: Buffer.from([0, 1, 2]) });
});

test('Bruno: the example blocks of a request', async () => {
  const folder = temporaryFolder('bruno');
  writeFileSync(path.join(folder, 'bruno.json'), '{"version":"1","name":"B","type":"collection"}');
  writeFileSync(
    path.join(folder, 'a.bru'),
    `meta {
  name: a
  type: http
}

get {
  url: http://x
  body: none
  auth: none
}

example {
  name: Good
  description: When it works

  request: {
    url: http://x/1
    method: get
    mode: none
  }

  response: {
    headers: {
      Content-Type: application/json
    }

    status: {
      code: 200
      text: OK
    }

    body: {
      type: json
      content: '''
        {"a":1}
      '''
    }
  }
}
`,
  );
  const request = firstOf(await fromBruno(folder));
  expect(readExample(request, 0)).toMatchObject({
    name: 'Good',
    description: 'When it works',
    status: 200,
    body: Buffer.from('{"a":1}'),
    request: { method: 'GET', url: 'http://x/1' },
  });
});

test('a response that is too large for the file of a request is reported', () => {
  const large = { name: 'large', body: 'x'.repeat(2 * 1024 * 1024) };
  const warnings: { where: string; what: string }[] = [];
  const { examples } = examplesMember([large, ...Array.from({ length: 120 }, () => ({ name: 'n' }))], 'a', warnings);
  expect(examples).toHaveLength(100);
  expect(examples?.[0]?.response).not.toHaveProperty('body');
  expect(warnings.map(({ what }) => what)).toEqual([
    '21 of its 121 examples: 100 are kept',
    'the body of its example "large": it is too large',
  ]);
});
