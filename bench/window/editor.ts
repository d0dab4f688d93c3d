import { readdirSync, rmSync, statSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { browserArguments, browserPath } from '../../e2e/browser.ts';
import { startWebHost } from '../../e2e/fixtures.ts';
import { root } from '../bench-runner.ts';
import { median, type Figure } from '../figure.ts';

const STARTS = 9;

/**
 * Milliseconds from opening the address until the address field has the focus, and until an editor shows a body; each
 * in a fresh browser.
 */
async function startTimes(config: string): Promise<{ ready: number; body: number }> {
  const web = await startWebHost([], { OUTRIGGER_CONFIG_DIR: config });
  const profile = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-profile-'));
  const browser = await chromium.launchPersistentContext(profile, {
    ...(browserPath ? { executablePath: browserPath } : {}),
    args: browserArguments,
  });
  const page = await browser.newPage();
  const startMs = performance.now();
  await page.goto(web.address);
  await page.locator('[data-app-state="ready"]').waitFor();
  await page.locator('[aria-label="Address"]:focus').waitFor();
  const ready = performance.now() - startMs;
  await page.getByRole('tab', { name: /^Body/ }).click();
  await page.getByRole('combobox', { name: 'Body type' }).click();
  await page.getByRole('option', { name: 'JSON' }).click();
  await page.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first().waitFor();
  const body = performance.now() - startMs;
  await browser.close();
  await web.stop();
  rmSync(profile, { recursive: true, force: true });
  return { ready, body };
}

export async function benchEditor(): Promise<Figure[]> {
  const config = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-config-'));
  const times: { ready: number; body: number }[] = [];
  for (let i = 0; i < STARTS; i++) times.push(await startTimes(config));
  rmSync(config, { recursive: true, force: true });
  const assets = path.join(root, 'out/renderer');
  const bytes = readdirSync(assets, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(path.join(assets, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  return [
    {
      what: `a request can be typed into in a fresh browser profile, median of ${STARTS}`,
      value: median(times.map(({ ready }) => ready)) / 1000,
      unit: 's',
      target: 1,
    },
    {
      what: '… its JSON body, which three clicks open, can be typed into',
      value: median(times.map(({ body }) => body)) / 1000,
      unit: 's',
      target: 2,
    },
    { what: 'assets of the interface', value: bytes / 1e6, unit: 'MB', target: 14 },
  ];
}
