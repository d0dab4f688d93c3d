/** Large runs: iterations in parallel, and memory that does not grow with the length of a run. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen } from '../../src/core/testing/listen.ts';
import { root } from '../bench-runner.ts';
import { median, type Figure } from '../figure.ts';
import { peakOf } from './runs.ts';

const ANSWER_MS = 20;
const ROUNDS = 3;

export async function benchScale(): Promise<Figure[]> {
  const server = http.createServer((request, response) => {
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    if (request.url === '/slow') setTimeout(answer, ANSWER_MS);
    else answer();
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-scale-'));
  const url = `http://127.0.0.1:${await listen(server)}`;
  const test = "pm.test('ok', () => pm.response.to.have.status(200));";
  const collection = (name: string, item: object) => {
    const file = path.join(folder, name);
    const info = { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
    writeFileSync(file, JSON.stringify({ info, item: [{ name: 'a', ...item }] }));
    return file;
  };
  const slow = collection('slow.json', {
    event: [{ listen: 'test', script: { exec: [test] } }],
    request: { method: 'GET', url: `${url}/slow` },
  });
  const quick = collection('quick.json', { request: { method: 'GET', url: `${url}/` } });
  const run = (file: string, iterations: number, ...more: string[]) =>
    peakOf(
      [path.join(root, 'out/main/cli.cjs'), 'run', file, '--iteration-count', String(iterations), ...more],
      folder,
    );
  const reports = ['json', 'junit', 'html'].flatMap((name) => ['--reporter', name, '--out', `report.${name}`]);

  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await run(slow, 300);
    const four = await run(slow, 300, '--concurrency', '4');
    ratios.push(four.ms / alone.ms);
  }
  const thousand = await run(quick, 1_000, ...reports);
  const many = await run(quick, 100_000, ...reports);
  server.closeAllConnections();
  server.close();
  return [
    {
      what: `four iterations side by side, of the time of one (answers after ${ANSWER_MS} ms)`,
      value: median(ratios),
      unit: 'times',
      target: 1 / 2.6,
    },
    {
      what: '100,000 iterations with three reports: memory of that of 1,000',
      value: many.megabytes / thousand.megabytes,
      unit: 'times',
      target: 1.5,
    },
  ];
}
