/** Entry of the web host: serves the interface on loopback until Ctrl+C. Started by `npm start`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { toFailure, codedError } from '../contract/errors.ts';
import { appFiles } from '../core/platform/files/app-files.ts';
import { createCore } from '../core/create-core.ts';
import { openBrowser } from './open-browser.ts';
import { createRedirectPage, type RedirectPage } from './redirect-page.ts';
import { startWebHost } from './server.ts';

const help = `npm start -- [options]
  --workspace <folder>  the folder to open (default: the one opened last, or the sample)
  --port <number>       the port on 127.0.0.1 (default: 17180, or any free one)
  --no-open             print the address, and open no window`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        workspace: { type: 'string' },
        port: { type: 'string' },
        open: { type: 'boolean', default: true },
      },
      allowNegative: true,
    });
    return values;
  } catch (error) {
    throw codedError('InvalidParams', (error as Error).message, help);
  }
}

/**
 * A fixed port preserves the origin, and with it the data that the browser stores for the page, such as unsaved
 * scripts.
 */
const USUAL_PORT = 17_180;

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw codedError('InvalidParams', `--port ${text} is no port.`, 'A port is a number from 0 to 65535.');
}

async function main(): Promise<void> {
  const options = readOptions();
  const port = options.port === undefined ? undefined : readPort(options.port);
  const files = appFiles(import.meta.dirname);
  const { version } = JSON.parse(readFileSync(path.join(files.root, 'package.json'), 'utf8')) as { version: string };
  const core = await createCore({
    version,
    workspace: options.workspace && path.resolve(options.workspace),
    files,
    capabilities: { folderDialog: false, openFolder: false, menus: false },
  });
  let redirect: RedirectPage | undefined;
  const onSignIn = () => void redirect?.remove();
  const serveAt = (port: number) => startWebHost({ ...core, renderer: files.renderer, port, onSignIn });
  const serve = port === undefined ? serveAt(USUAL_PORT).catch(() => serveAt(0)) : serveAt(port);
  const host = await serve.catch(async (error: unknown) => {
    await core.close();
    throw error as Error;
  });

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    terminal?.close();
    await redirect?.remove();
    await host.close();
    await core.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close());

  const address = host.newAddress();
  if (options.open) redirect = await createRedirectPage(address);
  const opened = redirect !== undefined && (await openBrowser(redirect.url));
  if (!opened) await redirect?.remove();
  process.stdout.write(
    opened ? `Outrigger runs in a browser window, served by this process.\n` : `Outrigger: ${address}\n`,
  );
  process.stdout.write('Ctrl+C ends it; Enter prints a new address (each one works once, for five minutes).\n');
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin }) : undefined;
  terminal?.on('line', () => process.stdout.write(`Outrigger: ${host.newAddress()}\n`));
  terminal?.on('SIGINT', () => void close());
}

main().catch((error: unknown) => {
  const failure = toFailure(error);
  process.stderr.write(`Outrigger did not start: ${failure.message}\n${failure.remedy}\n`);
  process.exitCode = 2;
});
