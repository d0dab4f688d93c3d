/** The browser of the end-to-end tests, the bench and the pictures. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

/**
 * The system's browser; undefined: the one that Playwright has installed. The headless shell is a Chromium without windows,
 * whose own process takes half the processor time. OUTRIGGER_TEST_BROWSER names another one.
 */
export const browserPath =
  process.env['OUTRIGGER_TEST_BROWSER'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));
/**
 * `WebUIOmnibox…` prepares the list under the address bar in a process of its own for each new window, which takes as much
 * time as the page of a test. Of several lists of features, Chromium takes the last one: the others are those that Playwright
 * switches off.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
/** The browser's own requests home would fail on a closed network, many at a time. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join(',')}`,
];
/**
 * Arguments that shorten the tests, but would distort a measurement of the interface (`bench/`). Pages of one site
 * share a process and thus the compiled code of their scripts (see `startPages` in fixtures.ts); otherwise Chromium would compile a
 * script while it arrives, although compiled code exists. The optimizing compilers of V8 cost more than they save in a
 * page that lives for seconds.
 */
export const shortPageArguments = [
  '--process-per-site',
  `--disable-features=${[...disabledFeatures, 'ScriptStreaming'].join(',')}`,
  '--js-flags=--no-turbofan --no-maglev',
  // What is painted is handed to a thread instead of a process: a tenth of the whole time.
  '--in-process-gpu',
];

export const launchBrowser = (more: string[] = []): Promise<Browser> =>
  chromium.launch({ ...(browserPath ? { executablePath: browserPath } : {}), args: [...browserArguments, ...more] });
