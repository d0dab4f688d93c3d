/** Whole runs of a collection, from start to exit, against newman and Bruno's command line on the same requests. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importText } from '../../src/core/interchange/import.ts';
import { listen } from '../../src/core/testing/listen.ts';
import { root } from '../bench-runner.ts';
import { median, timed, type Figure } from '../figure.ts';

const REQUESTS = 500;
const ROUNDS = 5;
const pre = "pm.variables.set('now', Date.now()); pm.request.headers.upsert({ key: 'X-Now', value: '1' });";
const post = "pm.test('ok', () => { pm.response.to.have.status(200); pm.expect(pm.response.json().ok).to.be.true; });";
/**
 * What scripts of public collections mostly use libraries for: signing requests, and validating responses by a schema.
 */
const signs = `const cryptoJs = require('crypto-js'), moment = require('moment');
const stamp = moment().format('YYYY-MM-DDTHH:mm:ssZ');
pm.request.headers.upsert({ key: 'X-Time', value: stamp });
pm.request.headers.upsert({ key: 'X-Signature', value: cryptoJs.HmacSHA256('GET ' + stamp, 'secret').toString(cryptoJs.enc.Hex) });`;
const checks = `const lodash = require('lodash'), Ajv = require('ajv'), moment = require('moment');
const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, at: { type: 'string' } } };
const schema = { type: 'object', required: ['ok', 'items'], properties: { ok: { type: 'boolean' }, items: { type: 'array', items: item } } };
const body = pm.response.json();
pm.test('ajv', () => { pm.expect(new Ajv().validate(schema, body)).to.be.true; });
pm.test('tv4', () => { pm.expect(tv4.validate(body, schema)).to.be.true; });
pm.test('sorted', () => { pm.expect(lodash.map(lodash.sortBy(body.items, 'id'), 'id')).to.eql([1, 2, 3]); });
pm.test('dated', () => { pm.expect(moment(body.items[0].at).year()).to.equal(2026); });`;
const answer = JSON.stringify({ ok: true, items: [3, 1, 2].map((id) => ({ id, at: '2026-01-02T03:04:05Z' })) });

/** Settles when the command has ended. @throws when it has failed */
function run(command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let errorOutput = '';
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${errorOutput.slice(0, 500)}`)),
    );
  });
}
/** Runs Node. @returns the milliseconds that it took, and the peak of its resident memory in MB, without its children */
export async function peakOf(args: string[], cwd: string): Promise<{ ms: number; megabytes: number }> {
  const startMs = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
  let peak = 0;
  const { residentBytes } = await import('../../src/core/processes/process-memory.ts');
  const timer = setInterval(
    () => void residentBytes(child.pid ?? 0).then((bytes) => (peak = Math.max(peak, bytes ?? 0))),
    50,
  );
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  // Otherwise a run that fails at once would be the best one.
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { ms: performance.now() - startMs, megabytes: peak / 1e6 };
}

const postman = (count: number, url: string, { padding = '', scripts = [pre, post] } = {}) =>
  JSON.stringify({
    info: { name: 'Bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: Array.from({ length: count }, (_, index) => ({
      name: `request ${index}`,
      event: [
        { listen: 'prerequest', script: { type: 'text/javascript', exec: [scripts[0]] } },
        { listen: 'test', script: { type: 'text/javascript', exec: [scripts[1]] } },
      ],
      request: { method: 'GET', url: `${url}/${index}`, header: [], description: padding },
    })),
  });

/** The same requests as a collection of Bruno. */
function writeBruno(bru: string, url: string): void {
  mkdirSync(bru);
  writeFileSync(path.join(bru, 'bruno.json'), '{"version":"1","name":"bench","type":"collection"}');
  for (let index = 0; index < REQUESTS; index += 1) {
    writeFileSync(
      path.join(bru, `r${index}.bru`),
      `meta {\n  name: r${index}\n  type: http\n  seq: ${index}\n}\n\nget {\n  url: ${url}/${index}\n  body: none\n  auth: none\n}\n\nscript:pre-request {\n  bru.setVar("now", Date.now()); req.setHeader("X-Now", "1");\n}\n\ntests {\n  test("ok", () => { expect(res.status).to.equal(200); expect(res.body.ok).to.be.true; });\n}\n`,
    );
  }
}

export async function benchRuns(): Promise<Figure[]> {
  const server = http.createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
  );
  const url = `http://127.0.0.1:${await listen(server)}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-runs-'));
  const collection = path.join(folder, 'bench.json');
  writeFileSync(collection, postman(REQUESTS, url));
  const cli = path.join(root, 'out/main/cli.cjs');
  const withLibraries = path.join(folder, 'libraries.json');
  writeFileSync(withLibraries, postman(REQUESTS, url, { scripts: [signs, checks] }));
  const ours = (file = collection) => run(process.execPath, [cli, 'run', file], folder);
  const newman = (file = collection) =>
    run(process.execPath, [path.join(root, 'node_modules/newman/bin/newman.js'), 'run', file, '--silent'], folder);
  const bruno = path.join(root, 'node_modules/@usebruno/cli/bin/bru.js');
  const bru = path.join(folder, 'bru');
  writeBruno(bru, url);
  const developer = () => run(process.execPath, [bruno, 'run', '--sandbox=developer'], bru);
  await ours();
  const [mine, newmans, developers, folders]: [number[], number[], number[], number[]] = [[], [], [], []];
  const libraries: { mine: number[]; newmans: number[] } = { mine: [], newmans: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    mine.push(await timed(() => ours()));
    newmans.push(await timed(() => newman()));
    libraries.mine.push(await timed(() => ours(withLibraries)));
    libraries.newmans.push(await timed(() => newman(withLibraries)));
    developers.push(await timed(developer));
    folders.push(await timed(() => ours(bru)));
  }
  const safe = await timed(() => run(process.execPath, [bruno, 'run'], bru));
  const figures: Figure[] = [
    { what: `${REQUESTS} requests with two scripts each`, value: median(mine), unit: 'ms', target: 1660 },
    {
      what: 'of the time of newman 6.2 for the same collection',
      value: median(mine) / median(newmans),
      unit: 'times',
      target: 1 / 5,
    },
    {
      what: 'the same with crypto-js, moment, lodash, ajv and tv4: of the time of newman',
      value: median(libraries.mine) / median(libraries.newmans),
      unit: 'times',
      target: 0.4,
    },
    {
      what: 'of the time of bru run --sandbox=developer',
      value: median(mine) / median(developers),
      unit: 'times',
      target: 1 / 2.5,
    },
    {
      what: 'the folder of Bruno itself: of the time of bru run --sandbox=developer',
      value: median(folders) / median(developers),
      unit: 'times',
      target: 1,
    },
    { what: 'of the time of bru run', value: median(mine) / safe, unit: 'times', target: 1 / 40 },
  ];
  const many = path.join(folder, 'many.json');
  const runMany = () => peakOf([cli, 'run', many, '--reporter', 'json', '--out', path.join(folder, 'r.json')], folder);
  writeFileSync(many, postman(5_000, url));
  const run5000 = await runMany();
  writeFileSync(many, postman(10_000, url));
  const run10000 = await runMany();
  const large = postman(10_000, url, { padding: 'x'.repeat(1_600) });
  const importing = await timed(() => importText(large, 'large.json'));
  server.closeAllConnections();
  server.close();
  return [
    ...figures,
    { what: '10,000 requests: memory', value: run10000.megabytes, unit: 'MB', target: 300 },
    {
      what: '10,000 requests against 5,000 (twice is linear)',
      value: run10000.ms / run5000.ms,
      unit: 'times',
      target: 2.2,
    },
    {
      what: `import of a collection of ${Math.round(large.length / 1e6)} MB`,
      value: importing / 1000,
      unit: 's',
      target: 3,
    },
  ];
}
