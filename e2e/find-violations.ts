/**
 * Checks a page with axe. Unlike `@axe-core/playwright`, transmits and compiles axe once for each document instead of twice
 * for each check, and asks for no more than the violations: half the processor time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';

/** `<same_origin>`: frames of the page answer its axe. */
const axe = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ allowedOrigins: ['<same_origin>'], branding: { application: 'playwright' } });`;

async function addAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>('"axe" in globalThis'))) await frame.evaluate(axe);
}

/** What lies behind an open modal dialog: the whole page without the elements that are drawn above the dialog. */
const behindModal = '#root';

/**
 * @param part selector of the part that is checked; absent: the whole page, without what lies behind a modal dialog, because
 *   it cannot be reached, and checking it takes more than half of the time
 * @param rules of axe; absent: all rules
 * @returns each violated rule with its elements
 */
export async function findViolations(page: Page, part?: string, rules?: string[]): Promise<string[]> {
  await Promise.all(page.frames().map(addAxe));
  const isModal = part === undefined && (await page.locator('[role=dialog][aria-modal=true]').count()) > 0;
  // The inner structure of Monaco is not under our control.
  const exclude = ['.monaco-editor', ...(isModal ? [behindModal] : [])];
  const context: ElementContext = { ...(part === undefined ? {} : { include: [part] }), exclude };
  const options: RunOptions = {
    // Describing the elements that pass a rule takes as long as the check, and their description is long.
    reporter: 'no-passes',
    resultTypes: ['violations'],
    // Only the rules about sound and video need what axe would load before.
    preload: false,
    ...(rules === undefined ? {} : { runOnly: rules }),
  };
  const call = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(call);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}
