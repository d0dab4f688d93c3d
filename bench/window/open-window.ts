/** Starts the built host with a workspace of its own, and opens its window in a fresh browser. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser } from '../../e2e/browser.ts';
import { startWebHost } from '../../e2e/fixtures.ts';
import { timed } from '../figure.ts';

export interface BenchWindow {
  page: Page;
  /** Process id of the host. */
  pid: number;
  /** Milliseconds from opening the address until the window can be used. */
  readyMs: number;
  /** Ends the browser and the host, and removes their files. */
  close(): Promise<void>;
}

/** @param fill writes the workspace and the stored state of the host into empty folders */
export async function openBenchWindow(
  fill: (folders: { workspace: string; config: string }) => void,
): Promise<BenchWindow> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'outrigger-bench-window-')));
  const [config, workspace] = [path.join(folder, 'config'), path.join(folder, 'shop')];
  mkdirSync(workspace);
  fill({ workspace, config });
  const web = await startWebHost(['--workspace', workspace], { OUTRIGGER_CONFIG_DIR: config });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const readyMs = await timed(async () => {
    await page.goto(web.address);
    await page.locator('[data-app-state="ready"]').waitFor();
  });
  return {
    page,
    pid: web.child.pid ?? 0,
    readyMs,
    async close() {
      await browser.close();
      await web.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
