/** Page object of the interface: locators and actions for tests. */
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { findViolations } from './find-violations.ts';

const colorSchemes = ['light', 'dark'] as const;
type ColorScheme = (typeof colorSchemes)[number];

export class AppPage {
  readonly page: Page;
  readonly #info: TestInfo;
  /** The scheme that the browser asks for. */
  #colorScheme: ColorScheme = 'light';

  constructor(page: Page, info: TestInfo) {
    this.page = page;
    this.#info = info;
  }
  get console(): Locator {
    return this.page.getByRole('log', { name: 'Console lines' });
  }
  get runEnd(): Locator {
    return this.page.getByTestId('run-end').last();
  }
  get consent(): Locator {
    return this.page.getByRole('dialog', { name: /^Allow .* to run\?$/ });
  }
  get markers(): Locator {
    return this.page.locator('.squiggly-error');
  }

  tab(name: string): Locator {
    return this.page.getByRole('list', { name: 'Open scripts' }).getByRole('button', { name, exact: true });
  }

  async ready(): Promise<void> {
    await this.page.locator('[data-app-state="ready"]').waitFor();
  }
  /** Shows a view by its button in the rail. */
  async show(view: string): Promise<void> {
    await this.page.getByRole('button', { name: `Show ${view}`, exact: true }).click();
  }
  /** Waits until the application is ready, then shows the scripts. */
  async openScripts(): Promise<void> {
    await this.ready();
    await this.show('scripts');
  }
  /** The button at the bottom that opens and closes the console and shows the number of problems. */
  get consoleStrip(): Locator {
    return this.page.getByRole('contentinfo').getByRole('button', { name: /^Console/ });
  }
  /** Opens the console of the current view if it is closed. */
  async openConsole(): Promise<void> {
    if ((await this.consoleStrip.getAttribute('aria-expanded')) === 'false') await this.consoleStrip.click();
    await this.console.waitFor();
  }
  /** Removes the lines of former runs, so that the end of the next run is the only one. */
  async clearConsole(): Promise<void> {
    await this.page.getByRole('button', { name: 'Clear the console' }).click();
    await expect(this.page.getByTestId('run-end')).toHaveCount(0);
  }
  /** Replaces the whole text of the script editor, as by pasting. */
  async setScript(text: string): Promise<void> {
    await this.show('scripts');
    await this.page.getByTestId('script-editor').locator('.monaco-editor').first().click();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.insertText(text);
  }
  async editorText(): Promise<string> {
    const text = await this.page.getByTestId('script-editor').locator('.view-lines').first().innerText();
    return text.replaceAll('\u00a0', ' ');
  }
  /** Runs the script, after the end of its former run, during which the keys have no effect. */
  async run(): Promise<void> {
    await this.ended();
    await this.page.keyboard.press('ControlOrMeta+Enter');
  }
  get #stopButton(): Locator {
    return this.page.getByRole('region', { name: 'Script' }).getByRole('button', { name: 'Stop' });
  }
  /** Waits until the shown script does not run. It still does for a moment after its end is in the console. */
  async ended(): Promise<void> {
    await expect(this.#stopButton).toHaveCount(0);
  }
  async stop(): Promise<void> {
    await this.#stopButton.click();
  }
  /** Runs the script, and allows every program that the person is asked about. */
  async runAllowingAll(): Promise<void> {
    await this.run();
    await this.consent.getByRole('button', { name: 'Every program in this directory' }).click();
  }
  /** Describes the element with the focus; the text is the same as long as the same element has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate<string>(
      '[document.activeElement?.tagName, document.activeElement?.ariaLabel, document.activeElement?.id].join(" ")',
    );
  }
  /** Expects the bidirectional override in no title, label, text or shown value of the page. */
  async expectNoOverride(where: string): Promise<void> {
    const texts = await this.page.evaluate<string[]>(
      `[...document.querySelectorAll('body *')]
        .flatMap((one) => [one.title, one.ariaLabel, one.matches('input[readonly], input[role=combobox]') ? one.value : '',
          ...[...one.childNodes].map((node) => node.nodeValue)])
        .filter((text) => String(text).includes('\\u202e'))`,
    );
    expect(texts, where).toEqual([]);
  }
  /**
   * @param part selector of the part that is checked; absent: the whole page
   * @param rules of axe; absent: all rules
   */
  async checkAccessibility(part?: string, rules?: string[]): Promise<void> {
    // Elements that fade in have too little contrast until the animation ends.
    const fading = 'document.getAnimations().filter((one) => one instanceof CSSTransition).length';
    await expect.poll(() => this.page.evaluate<number>(fading)).toBe(0);
    expect(await findViolations(this.page, part, rules)).toEqual([]);
  }
  /** Stores a screenshot with the results of the test if OUTRIGGER_PICTURES is set. */
  async screenshot(name: string): Promise<void> {
    const path = this.#info.outputPath(`${name}.png`);
    if (process.env['OUTRIGGER_PICTURES']) await this.page.screenshot({ path, animations: 'disabled' });
  }
  /**
   * Checks the screen with axe in both colour schemes. If OUTRIGGER_PICTURES is set, stores screenshots in every size
   * and scheme with the results of the test.
   */
  async photograph(name: string): Promise<void> {
    // The pointer must not show a tooltip.
    await this.page.mouse.move(0, 0);
    await this.page.getByRole('tooltip').first().waitFor({ state: 'hidden' });
    // A menu is still disappearing when the dialog of its item opens.
    await this.page.getByRole('menu').first().waitFor({ state: 'hidden' });
    await this.checkColours(undefined, (colorScheme) =>
      process.env['OUTRIGGER_PICTURES'] ? this.#takePictures(`${name}-${colorScheme}`) : Promise.resolve(),
    );
  }
  /**
   * Checks the screen with axe in both colour schemes, and leaves it in the second one: the page is styled and painted
   * anew for each change, which takes as long as a check.
   * @param part selector of the part that is checked; absent: the whole page
   */
  async checkColours(part?: string, beforeCheck?: (colorScheme: ColorScheme) => Promise<void>): Promise<void> {
    for (const colorScheme of this.#colorScheme === 'light' ? colorSchemes : colorSchemes.toReversed()) {
      this.#colorScheme = colorScheme;
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(this.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await beforeCheck?.(colorScheme);
      // The schemes differ only in their colours, so in one of them only contrast is checked.
      await this.checkAccessibility(part, colorScheme === 'dark' ? ['color-contrast'] : undefined);
    }
  }
  async #takePictures(name: string): Promise<void> {
    const size = this.page.viewportSize();
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1024, height: 700 },
    ]) {
      await this.page.setViewportSize(viewport);
      const path = this.#info.outputPath(`${name}-${viewport.width}x${viewport.height}.png`);
      await this.page.screenshot({ path, animations: 'disabled' });
    }
    if (size) await this.page.setViewportSize(size);
  }
}
