import type { Page } from '@playwright/test';

/**
 * Holds replies of the host back, from the next time that the page is loaded. The messages of a desktop window cannot be
 * held back.
 */
export async function holdReplies(page: Page) {
  const heldMethods = new Set<string>();
  /** Replies that are held back, by method. */
  const waiting = new Map<string, (() => void)[]>();
  await page.routeWebSocket('**/host', (socket) => {
    const server = socket.connectToServer();
    const calls = new Map<number, string>();
    socket.onMessage((message) => {
      const { id, method } = JSON.parse(String(message)) as { id: number; method?: string };
      if (method !== undefined && heldMethods.has(method)) calls.set(id, method);
      server.send(message);
    });
    server.onMessage((message) => {
      const method = calls.get((JSON.parse(String(message)) as { id: number }).id);
      // A reply that comes after the release of its method is not held back, either.
      if (method === undefined || !heldMethods.has(method)) socket.send(message);
      else waiting.set(method, [...(waiting.get(method) ?? []), () => socket.send(message)]);
    });
  });
  return {
    /** Holds the replies to later calls of this method back. */
    hold: (method: string) => void heldMethods.add(method),
    /** Sends the replies that were held back, once one of them is there, and holds no more back. */
    async release(method: string): Promise<void> {
      while (!waiting.has(method)) await page.waitForTimeout(20);
      heldMethods.delete(method);
      for (const send of waiting.get(method) ?? []) send();
      waiting.delete(method);
      // What the page does with them is drawn.
      await page.waitForTimeout(200);
    },
  };
}
