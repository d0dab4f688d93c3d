import type { Page } from '@playwright/test';

/**
 * Holds replies of the host back, from the next time that the page is loaded. The messages of a desktop window cannot be
 * held back.
 */
export async function holdReplies(page: Page) {
  const heldMethods = new Set<string>();
  const calls = new Map<number, string>();
  const waiting: { method: string; send: () => void }[] = [];
  await page.routeWebSocket('**/host', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, method } = JSON.parse(String(message)) as { id: number; method?: string };
      if (method !== undefined && heldMethods.has(method)) calls.set(id, method);
      server.send(message);
    });
    server.onMessage((message) => {
      const method = calls.get((JSON.parse(String(message)) as { id: number }).id);
      if (method === undefined) socket.send(message);
      else waiting.push({ method, send: () => socket.send(message) });
    });
  });
  return {
    /** Holds the replies to later calls of this method back. */
    hold: (method: string) => void heldMethods.add(method),
    /** Sends the replies that were held back, once one of them is there, and holds no more back. */
    async release(method: string): Promise<void> {
      heldMethods.delete(method);
      while (!waiting.some((one) => one.method === method)) await page.waitForTimeout(20);
      for (const one of waiting.splice(0)) if (one.method === method) one.send();
      // What the page does with them is drawn.
      await page.waitForTimeout(200);
    },
  };
}
