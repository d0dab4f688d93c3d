/** A collection `shop` in a temporary folder, and the server on loopback that its requests are sent to. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen } from '../../core/testing/listen.ts';

/** The built command line. */
export const cli = path.join(import.meta.dirname, '../../../out/main/cli.cjs');

export interface Shop {
  /** The folder in which commands run; the collection is the folder `shop` in it. */
  folder: string;
  /** Paths of the received requests. */
  served: string[];
  /** Awaited before a request is answered; may be replaced. */
  beforeAnswer: (url: string) => Promise<unknown>;
  /** Writes a request of the collection. @param target path and query, default: its name */
  writeRequest(name: string, scripts: { before?: string; after?: string }, target?: string): void;
  writeProgram(name: string, source: string): void;
  close(): void;
}

export async function openShop(): Promise<Shop> {
  if (!existsSync(cli)) throw new Error('Run npm run build first.');
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-shop-'));
  const programs = path.join(folder, 'shop/programs');
  mkdirSync(programs, { recursive: true });
  writeFileSync(path.join(folder, 'shop/opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: <Shop>\n');
  const server = http.createServer((request, response) => {
    const url = request.url ?? '';
    shop.served.push(url);
    void shop.beforeAnswer(url).then(() => response.end('{}'));
  });
  const port = await listen(server);
  const shop: Shop = {
    folder,
    served: [],
    beforeAnswer: () => Promise.resolve(),
    writeRequest(name, { before, after }, target = name) {
      const scripts = [
        { type: 'before-request', code: before },
        { type: 'after-response', code: after },
      ].filter(({ code }) => code !== undefined);
      const request = { method: 'GET', url: `http://127.0.0.1:${port}/${target}` };
      writeFileSync(
        path.join(folder, `shop/${name}.yml`),
        JSON.stringify({ info: { name }, http: request, runtime: { scripts } }),
      );
    },
    writeProgram: (name, source) => writeFileSync(path.join(programs, name), source),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return shop;
}
