/**
 * Opens a core and serves its interface. Built as a separate file, because the end-to-end tests open several hosts one
 * after another in one process.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createCore } from '../core/create-core.ts';
import { appFiles } from '../core/platform/files/app-files.ts';
import { startWebHost, type WebHost } from './server.ts';

/**
 * A fixed port preserves the origin, and with it the data that the browser stores for the page, such as unsaved
 * scripts.
 */
const DEFAULT_PORT = 17_180;

export interface OpenWebHostOptions {
  /** The folder of the running built file (`out/main`). */
  outMain: string;
  /** The folder to open; undefined: the one opened last, or the sample. */
  workspace?: string | undefined;
  /** Default: DEFAULT_PORT, or any free one when that is in use. */
  port?: number | undefined;
  /** Called when the current address was used. */
  onSignIn?: () => void;
}

/** @throws PortInUse, NotAFolder */
export async function openWebHost({ outMain, workspace, port, onSignIn }: OpenWebHostOptions): Promise<WebHost> {
  const files = appFiles(outMain);
  const { version } = JSON.parse(readFileSync(path.join(files.root, 'package.json'), 'utf8')) as { version: string };
  const core = await createCore({
    version,
    workspace: workspace && path.resolve(workspace),
    files,
    capabilities: { folderDialog: false, openFolder: false, menus: false },
  });
  const serveAt = (port: number) =>
    startWebHost({ ...core, renderer: files.renderer, port, ...(onSignIn ? { onSignIn } : {}) });
  const serve = port === undefined ? serveAt(DEFAULT_PORT).catch(() => serveAt(0)) : serveAt(port);
  const host = await serve.catch(async (error: unknown) => {
    await core.close();
    throw error as Error;
  });
  return {
    ...host,
    async close() {
      await host.close();
      await core.close();
    },
  };
}
