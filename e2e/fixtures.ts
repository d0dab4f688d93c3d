/** Starts the built product for each test, with its own workspace and configuration folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { electronBinary } from '../scripts/electron-binary.mjs';
import { hostFlags } from '../scripts/host-flags.mjs';
import { AppPage } from './app-page.ts';
import { shortPageArguments, launchBrowser } from './browser.ts';
import { createSharedHost } from './shared-host.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export const root = path.join(import.meta.dirname, '..');

export interface HostOptions {
  /** The host that the test runs against. */
  host: 'web' | 'desktop';
  /** The workspace of examples/ that the test gets a copy of. */
  sample: string;
}
interface Fixtures {
  /** The folder of the copy. */
  workspace: string;
  app: AppPage;
  ownHost: OwnHost;
}

/** A host in a process of its own, which the test ends and starts again: what it has stored is in the folder `config`. */
interface OwnHost {
  config: string;
  /** Starts the host, and opens its page. */
  start(): Promise<{
    app: AppPage;
    web: WebHostProcess;
    /** Closes the page, and ends the host, which must succeed. */
    quit(): Promise<void>;
  }>;
}

/** The drafts of all workspaces in a configuration folder, as one text. */
export const draftsOf = (config: string): string =>
  readdirSync(config, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'drafts.json')
    .map((name) => readFileSync(path.join(config, name), 'utf8'))
    .join();

export interface WebHostProcess {
  child: ChildProcess;
  address: string;
  /** Everything that it has printed. */
  output(): string;
  stop(): Promise<number | null>;
}

export async function startWebHost(args: string[], env: NodeJS.ProcessEnv = {}): Promise<WebHostProcess> {
  const child = spawn(process.execPath, [...hostFlags, path.join(root, 'out/main/web.cjs'), '--no-open', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/\S+/.exec(output);
      if (address) resolve(address[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`The host ended with ${code}: ${output}`)));
  });
  return {
    child,
    address,
    output: () => output,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The pages of a worker's tests, and their host. */
interface TestPages {
  /** Opens a host, and an empty page that may navigate to the host's address: the same page for each host. */
  open(workspace: string, config: string): Promise<{ address: string; page: Page }>;
  /** Starts a host that the test ends itself, in a process of its own; `newPage` returns a page for it. */
  startHost(workspace: string, config: string): Promise<WebHostProcess>;
  /** Starts such a host, and opens its page. */
  startPage(workspace: string, config: string): Promise<{ web: WebHostProcess; page: Page }>;
  /** An empty page without the cookies and the stored data of earlier ones. */
  newPage(): Promise<Page>;
  /** Empties the page of the open host, and closes the host. */
  close(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Compiling the interface takes as much processor time as rendering it, and the browser compiles a script once for all
 * pages of a process that load it from the same address. Therefore the tests of a worker share one browser context,
 * their hosts use one process and the same port one after another, and one page stays open to keep the process alive.
 * Cookies and what a page has stored are removed before the next page. Opening a page takes a tenth of a second of
 * processor time, so one page shows the interface of one host after another, as a person would load it again.
 */
async function startPages(
  browser: Browser,
  server: TestServer,
  viewport: BrowserContextOptions['viewport'],
): Promise<TestPages> {
  const context = await browser.newContext({
    ...(viewport === undefined ? {} : { viewport }),
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const anchor = await context.newPage();
  await anchor.goto(`${server.base}/xml`);
  const host = createSharedHost();
  let port = 0;
  async function startAtPort<Started>(
    start: (port: number) => Promise<Started>,
    addressOf: (started: Started) => string,
  ): Promise<Started> {
    // Another program may have taken the port since the last test.
    const started = await start(port).catch((error: unknown) =>
      port === 0 ? Promise.reject(error as Error) : start(0),
    );
    port = Number(new URL(addressOf(started)).port);
    return started;
  }
  async function removeStored(page: Page): Promise<Page> {
    await context.clearCookies();
    if (port === 0) return page;
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: `http://127.0.0.1:${port}`, storageTypes: 'all' });
    await session.detach();
    return page;
  }
  const newPage = async () => removeStored(await context.newPage());
  let shared: Page | undefined;
  async function emptyShared(page: Page): Promise<void> {
    await page.goto('about:blank');
    for (const event of ['pageerror', 'console', 'dialog', 'request']) page.removeAllListeners(event);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    if (viewport) await page.setViewportSize(viewport);
  }
  const startHost: TestPages['startHost'] = (workspace, config) =>
    startAtPort(
      (at) => startWebHost(['--workspace', workspace, '--port', String(at)], { OUTRIGGER_CONFIG_DIR: config }),
      ({ address }) => address,
    );
  return {
    newPage,
    startHost,
    async startPage(workspace, config) {
      const web = await startHost(workspace, config);
      const page = await newPage();
      await page.goto(web.address);
      return { web, page };
    },
    async open(workspace, config) {
      const [address, page] = await Promise.all([
        startAtPort((at) => host.open({ workspace, config, port: at }), String),
        shared ? removeStored(shared) : newPage(),
      ]);
      shared = page;
      return { address, page };
    },
    async close() {
      // In this order, because a page whose host has ended reports an error about a worker that it cannot load.
      if (shared) await emptyShared(shared);
      await host.close();
    },
    end: host.end,
  };
}

export const test = base.extend<
  Fixtures & HostOptions,
  { sharedBrowser: Browser; server: TestServer; pages: TestPages }
>({
  host: ['web', { option: true }],
  sample: ['hello', { option: true }],
  server: [
    async ({}, use) => {
      const server = await startTestServer();
      await use(server);
      server.close();
    },
    { scope: 'worker' },
  ],
  sharedBrowser: [
    async ({}, use) => {
      const browser = await launchBrowser(shortPageArguments);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ sharedBrowser, server }, use, { project }) => {
      const pages = await startPages(sharedBrowser, server, project.use.viewport);
      await use(pages);
      await pages.end();
    },
    { scope: 'worker' },
  ],
  workspace: async ({ sample }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-e2e-'));
    const workspace = path.join(folder, sample);
    cpSync(path.join(root, 'examples', sample), workspace, { recursive: true });
    await use(workspace);
    // A program that is being ended may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
  ownHost: async ({ pages, workspace }, use, info) => {
    const config = mkdtempSync(path.join(tmpdir(), 'outrigger-e2e-config-'));
    const started: WebHostProcess[] = [];
    await use({
      config,
      async start() {
        const { web, page } = await pages.startPage(workspace, config);
        started.push(web);
        const quit = async () => {
          await page.close();
          base.expect(await web.stop()).toBe(0);
        };
        return { app: new AppPage(page, info), web, quit };
      },
    });
    // A test that fails does not reach `quit`.
    await Promise.all(started.map(({ stop }) => stop()));
    rmSync(config, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
  app: async ({ host, pages, workspace }, use, info) => {
    const config = mkdtempSync(path.join(tmpdir(), 'outrigger-e2e-config-'));
    const problems: string[] = [];
    const watch = (page: Page) => {
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    };
    if (host === 'desktop') {
      const electron = await _electron.launch({
        executablePath: electronBinary() ?? '',
        args: [root, `--workspace=${workspace}`],
        env: { ...process.env, OUTRIGGER_CONFIG_DIR: config },
        chromiumSandbox: process.getuid?.() !== 0,
      });
      const page = await electron.firstWindow();
      watch(page);
      await use(new AppPage(page, info));
      await electron.close();
    } else {
      const { address, page } = await pages.open(workspace, config);
      watch(page);
      await page.goto(address);
      await use(new AppPage(page, info));
      await pages.close();
    }
    rmSync(config, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    // In every test, the page must not have reported errors, such as violations of its content security policy.
    base.expect(problems.filter((text) => !EXPECTED_PROBLEM.test(text))).toEqual([]);
  },
});

/** Some are about links that a test clicks in a preview. */
const EXPECTED_PROBLEM =
  /WebSocket connection|ERR_CONNECTION|Blocked script execution in 'about:(srcdoc|blank)'|^Blocked opening '.*' in a new window .* sandboxed|^Framing '.*\/framed' violates/;

type StepFixtures = Pick<Fixtures, 'app' | 'workspace'> & Pick<HostOptions, 'host'> & { server: TestServer };

/** A test whose steps share one page, because starting a page takes as long as most steps do. A failure names its step. */
export const inSteps =
  (steps: Record<string, (fixtures: StepFixtures) => Promise<void>>) =>
  async ({ app, workspace, host, server }: StepFixtures): Promise<void> => {
    for (const [title, step] of Object.entries(steps))
      await base.step(title, () => step({ app, workspace, host, server }));
  };
export { expect } from '@playwright/test';
