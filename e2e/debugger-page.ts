/** Page object of the debugger. */
import { execFileSync } from 'node:child_process';
import { expect, type Locator } from '@playwright/test';
import type { AppPage } from './app-page.ts';

export const panel = (app: AppPage): Locator => app.page.getByRole('region', { name: 'Debugger', exact: true });
export const stack = (app: AppPage): Locator => app.page.getByRole('region', { name: 'Call stack' });
export const variables = (app: AppPage): Locator => app.page.getByRole('tree', { name: 'Variables' });
export const stoppedLine = (app: AppPage): Locator => app.page.locator('[class*="stoppedLine"]');
export const glyphs = (app: AppPage): Locator => app.page.locator('.glyph-margin-widgets [class*="_glyph_"]');
export const status = (app: AppPage): Locator => app.page.getByRole('contentinfo').getByRole('status');

/** Clicks the editor's margin beside a visible line. */
export async function clickMargin(app: AppPage, line: number, button: 'left' | 'right' = 'left'): Promise<void> {
  const margin = app.page.locator('.margin-view-overlays:visible').first();
  let place = { x: 0, y: 0 };
  const number = margin.locator('.line-numbers').getByText(String(line), { exact: true });
  // The editor re-renders its margin at any time, so the element may be detached. Then the click is repeated.
  await expect(async () => {
    const [box, area] = await Promise.all([number.boundingBox(), margin.boundingBox()]);
    if (!box || !area) throw new Error(`The line ${line} is not shown.`);
    place = { x: area.x + 8, y: box.y + box.height / 2 };
  }).toPass();
  await app.page.mouse.click(place.x, place.y, { button });
}

/** Starts a debugged run, and consents if the person is asked. */
export async function debug(app: AppPage, isAsked = false): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+Shift+Enter');
  if (isAsked) await app.page.getByRole('button', { name: 'Allow and debug' }).click();
}

/** Waits until the script of a file or request is stopped at a line. */
export async function expectStop(app: AppPage, place: RegExp): Promise<void> {
  await expect(status(app)).toHaveText(place);
  await expect(stoppedLine(app)).toHaveCount(1);
}

/** Evaluates an expression in the debug console. */
export async function evaluate(app: AppPage, expression: string): Promise<void> {
  const field = app.page.getByRole('textbox', { name: 'Expression to evaluate' });
  await field.fill(expression);
  await field.press('Enter');
}
export const breakpointList = (app: AppPage): Locator => app.page.getByRole('region', { name: 'Breakpoints' });
export const evaluated = (app: AppPage): Locator => app.page.getByRole('log', { name: 'Evaluated expressions' });

/** The member `scripts` of a request or folder file, with one script. */
export const scriptYaml = (type: 'before-request' | 'after-response', code: string): string =>
  `  scripts:\n    - type: ${type}\n      code: |\n        ${code.split('\n').join('\n        ')}\n`;

/** The debugged sandbox processes of a host, as `ps` lists them. */
export const debuggedProcesses = (host: number | undefined): string[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => Number(line.trim().split(' ')[0]) === host && line.includes('--inspect='));
