/** Requests of protocols other than HTTP are omitted and reported. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCollection } from '../files/collection-files.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { requestsOf } from './open-collection.ts';

const grpc = { info: { name: 'Greet', type: 'grpc' }, grpc: { url: 'localhost:50051', method: 'Greeter/Hello' } };

test('files with requests over gRPC and WebSocket are reported', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'outrigger-protocols-'));
  const write = (name: string, value: object) => writeFileSync(path.join(root, name), JSON.stringify(value));
  write('opencollection.yml', { opencollection: '1.0.0', info: { name: 'C' } });
  write('greet.yml', grpc);
  write('feed.yml', { info: { name: 'Feed', type: 'websocket' }, websocket: { url: 'ws://localhost' } });
  write('get.yml', { info: { name: 'Get' }, http: { method: 'GET', url: 'http://localhost' } });
  write('docker-compose.yml', { services: {}, websocket: {} });
  write('openapi.yml', { openapi: '3.0.0', info: { title: 'x', version: '1' } });
  write('app.yml', { info: { name: 'App', type: 'app' }, code: 'x' });
  write('code.yml', { type: 'script', script: 'x' });
  write('later.yml', { info: { name: 'Later', type: 'later\n' } });
  write('nothing.yml', { info: { name: 'Nothing', type: 'http' } });
  for (const attempt of ['read', 'read again from what was kept']) {
    const { requests, problems } = await loadCollection(root);
    expect(
      requests.map(({ name }) => name),
      attempt,
    ).toEqual(['Get']);
    expect(problems).toEqual([
      'app.yml is of the kind "app", and is left out: requests over HTTP are sent.',
      'code.yml is of the kind "script", and is left out: requests over HTTP are sent.',
      'feed.yml is a request over WebSocket, and is left out: requests over HTTP are sent.',
      'greet.yml is a request over gRPC, and is left out: requests over HTTP are sent.',
      `later.yml is of the kind "${visibleText('later\n')}", and is left out: requests over HTTP are sent.`,
      'nothing.yml is left out: it has no member "http".',
    ]);
  }
});

test('items of a collection in one file are reported with their place', () => {
  const problems: string[] = [];
  const items = [grpc, { info: { name: 'Get' }, http: { method: 'GET', url: 'http://localhost' } }];
  expect(
    requestsOf({ opencollection: '1.0.0', info: { name: 'C' }, items }, problems).map(({ path: names }) =>
      names.at(-1),
    ),
  ).toEqual(['Get']);
  expect(problems).toEqual(['C / item 1 is a request over gRPC, and is left out: requests over HTTP are sent.']);
});
