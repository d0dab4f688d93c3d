import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBodyFilePolicy } from '../../http/body/body-files.ts';
import { createHttpClient } from '../../http/http-client.ts';
import { startSimulator, type Simulator } from '../../providers/messaging/simulator/simulator.ts';
import { checkCollection, checkEnvironment, type OpenFolder } from './file-shapes.ts';
import { requestsOf, toHttpRequest } from './open-collection.ts';
import { parseYaml } from './parse-yaml.ts';
import { valueOf } from '../variables/variable-value.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const file = path.join(import.meta.dirname, '../../../../resources/messaging-service.yml');
const collection = checkCollection(parseYaml(readFileSync(file, 'utf8'), file), file);
const requests = requestsOf(collection);
const { variables = [] } = checkEnvironment(collection.config?.environments?.[0], file);

test('a file that is marked as not selected is not sent', () => {
  const bodyOf = (...data: object[]) =>
    toHttpRequest({ http: { method: 'POST', url: 'x', body: { type: 'file', data } } } as never).body;
  const first = { filePath: 'a.txt', contentType: 'text/plain' };
  expect(bodyOf({ ...first, selected: false })).toBeUndefined();
  expect(bodyOf({ ...first, selected: false }, { filePath: 'b', selected: true })).toEqual({ mode: 'file', path: 'b' });
  expect(bodyOf(first)).toMatchObject({ path: 'a.txt' });
});

test('a damaged file is reported with line and column', () => {
  expect(() => parseYaml('opencollection: 1\nitems:\n  - a: [1\n', 'x.yml')).toThrow(/x\.yml, line \d+, column \d+/);
});

describe('the included collection of the messaging service', () => {
  let simulator: Simulator;
  const http = createHttpClient();
  const folder = temporaryFolder('operations');
  const offer = path.join(folder, 'offer.pdf');
  beforeAll(async () => {
    writeFileSync(offer, '%PDF');
    simulator = await startSimulator({ speed: 1000, rate: 1000 });
  });
  afterAll(async () => {
    await http.close();
    await simulator.close();
  });

  test('has the folders of the contract, and every operation in them', () => {
    expect(collection.items?.map((item) => (item as OpenFolder).info?.name)).toEqual([
      'Account',
      'Sending',
      'Receiving',
      'Journals',
      'Queues',
      'Groups',
      'Statuses',
      'Read mark',
      'Service methods',
      'Contacts',
      'Catalogs',
    ]);
    expect(requests).toHaveLength(86);
    expect(new Set(requests.map(({ path: where }) => where.join('/'))).size).toBe(86);
  });
  test.each(requests.map((request) => [request.path.slice(1).join(' / '), request] as const))(
    '%s',
    async (_name, { request }) => {
      const values: Record<string, string> = {
        ...Object.fromEntries(
          variables.flatMap((variable) => ('value' in variable ? [[variable.name, String(valueOf(variable))]] : [])),
        ),
        apiUrl: simulator.url,
        mediaUrl: simulator.url,
        idInstance: simulator.idInstance,
        apiTokenInstance: simulator.apiTokenInstance,
      };
      const filled = JSON.stringify(toHttpRequest(request))
        .replace(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all)
        .replaceAll('"files":[""]', JSON.stringify({ files: [offer] }).slice(1, -1))
        .replace('"path":""', `"path":${JSON.stringify(offer)}`);
      expect(filled).not.toContain('{{');
      const exchange = await http.send(JSON.parse(filled) as ReturnType<typeof toHttpRequest>, {
        signal: new AbortController().signal,
        bodyFiles: createBodyFilePolicy({ root: folder }),
      });
      expect(exchange.hops.at(-1)?.status).toBe(200);
      expect(() => JSON.parse(exchange.body.toString()) as unknown).not.toThrow();
    },
  );
});
