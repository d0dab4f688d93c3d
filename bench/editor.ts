import { readdirSync, rmSync, statSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { browserArguments, browserPath, startWebHost } from '../e2e/fixtures.ts';
import { root } from './core.ts';
import { median, timed, type Figure } from './figure.ts';

const STARTS = 9;

export async function benchEditor(): Promise<Figure[]> {
  const config = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-config-'));
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const web = await startWebHost([], { OUTRIGGER_CONFIG_DIR: config });
    const profile = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-profile-'));
    const browser = await chromium.launchPersistentContext(profile, {
      ...(browserPath ? { executablePath: browserPath } : {}),
      args: browserArguments,
    });
    const page = await browser.newPage();
    times.push(
      await timed(async () => {
        await page.goto(web.address);
        await page.locator('[data-app-state="ready"]').waitFor();
      }),
    );
    await browser.close();
    await web.stop();
    rmSync(profile, { recursive: true, force: true });
  }
  rmSync(config, { recursive: true, force: true });
  const assets = path.join(root, 'out/renderer');
  const bytes = readdirSync(assets, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(path.join(assets, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  return [
    {
      what: `editor ready in a fresh browser profile, median of ${STARTS}`,
      value: median(times) / 1000,
      unit: 's',
      target: 1,
    },
    { what: 'assets of the interface', value: bytes / 1e6, unit: 'MB', target: 14 },
  ];
}
