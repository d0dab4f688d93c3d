/** An npm registry on loopback with packages of a test: it serves their version lists and archives. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { listen } from './listen.ts';

export interface TestPackage {
  name: string;
  version: string;
  /** Files beside `package.json`, by path. */
  files: Record<string, string>;
  /** More fields of `package.json`. */
  fields?: Record<string, unknown>;
  /** The archive (tar.gz). Default: one with the files and `package.json`. */
  archive?: Buffer;
}
export interface TestRegistry {
  url: string;
  /** Requested paths. */
  requestedPaths: string[];
  close(): void;
}

/** Not the address that most registries use, so that nothing may guess it. */
const otherAddress = ({ name, version }: TestPackage) => `archives/${name}-${version}.tgz`;

/**
 * @param packages of several with one name, the last is the newest
 * @param addressOf the path of an archive
 */
export async function startRegistry(
  packages: readonly TestPackage[],
  addressOf: (item: TestPackage) => string = otherAddress,
): Promise<TestRegistry> {
  const archives = new Map<string, Buffer>();
  const lists = new Map<string, { name: string; 'dist-tags': { latest: string }; versions: Record<string, object> }>();
  const requestedPaths: string[] = [];
  const server = http.createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '').slice(1);
    requestedPaths.push(url);
    const archive = archives.get(url);
    const list = lists.get(url);
    if (archive) return response.end(archive);
    if (url === 'never-answers') return undefined;
    if (list) return response.setHeader('content-type', 'application/json').end(JSON.stringify(list));
    return response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  for (const item of packages) {
    const { name, version } = item;
    const manifest = { name, version, main: 'index.js', ...item.fields };
    const archive = item.archive ?? (await pack(item, manifest));
    const address = addressOf(item);
    archives.set(address, archive);
    const dist = {
      tarball: `${url}/${address}`,
      integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
    };
    const list = lists.get(name) ?? { name, 'dist-tags': { latest: version }, versions: {} };
    list['dist-tags'].latest = version;
    list.versions[version] = { ...manifest, dist };
    lists.set(name, list);
  }
  return {
    url,
    requestedPaths,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function pack({ files }: TestPackage, manifest: object): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-package-'));
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    const absolute = path.join(folder, 'package', file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
  }
  await execa('tar', ['-czf', 'archive.tgz', 'package'], { cwd: folder });
  return readFileSync(path.join(folder, 'archive.tgz'));
}
