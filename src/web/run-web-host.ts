/** Serves the interface on loopback until Ctrl+C, by the options of the command line. */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { toFailure, codedError } from '../contract/errors.ts';
import { limitHeapGrowth } from '../core/platform/heap-growth.ts';
import { openBrowser } from './open-browser.ts';
import { openWebHost } from './open-web-host.ts';
import { createRedirectPage, type RedirectPage } from './redirect-page.ts';

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

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw codedError('InvalidParams', `--port ${text} is not a port number.`, 'It must be a number from 0 to 65535.');
}

async function run(outMain: string): Promise<void> {
  limitHeapGrowth();
  const options = readOptions();
  const port = options.port === undefined ? undefined : readPort(options.port);
  let redirect: RedirectPage | undefined;
  const onSignIn = () => void redirect?.remove();
  const host = await openWebHost({ outMain, workspace: options.workspace, port, onSignIn });

  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin }) : undefined;
  const ending = new AbortController();
  const close = async () => {
    if (ending.signal.aborted) return;
    ending.abort();
    terminal?.close();
    await redirect?.remove();
    await host.close();
  };
  // Before the browser is started, which takes seconds: the person may change their mind meanwhile.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close());
  terminal?.on('SIGINT', () => void close());

  const address = host.newAddress();
  if (options.open) redirect = await createRedirectPage(address);
  const isOpened = redirect !== undefined && !ending.signal.aborted && (await openBrowser(redirect.url));
  if (!isOpened) await redirect?.remove();
  if (ending.signal.aborted) return;
  process.stdout.write(
    isOpened ? `Outrigger runs in a browser window, served by this process.\n` : `Outrigger: ${address}\n`,
  );
  process.stdout.write('Ctrl+C ends it; Enter prints a new address (each one works once, for five minutes).\n');
  terminal?.on('line', () => process.stdout.write(`Outrigger: ${host.newAddress()}\n`));
}

/** @param outMain the folder of the running built file (`out/main`) */
export async function runWebHost(outMain: string): Promise<void> {
  try {
    await run(outMain);
  } catch (error) {
    const failure = toFailure(error);
    process.stderr.write(`Outrigger did not start: ${failure.message}\n${failure.remedy}\n`);
    process.exitCode = 2;
  }
}
