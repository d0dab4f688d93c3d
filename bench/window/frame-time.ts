/** Measures how smoothly a list scrolls in a browser page. */
import type { Locator, Page } from '@playwright/test';

const SCROLL_MS = 2_000;

/** The 95th percentile of the milliseconds between two frames while the wheel is turned. */
export async function frameTime(page: Page, list: Locator): Promise<number> {
  await list.hover();
  const frames = page.evaluate<number[]>(
    `new Promise((resolve) => {
      const times = []; let last = performance.now(); const end = last + ${SCROLL_MS};
      const step = (now) => { times.push(now - last); last = now; now < end ? requestAnimationFrame(step) : resolve(times); };
      requestAnimationFrame(step);
    })`,
  );
  const until = performance.now() + SCROLL_MS;
  while (performance.now() < until) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(16);
  }
  const sorted = (await frames).slice(1).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
