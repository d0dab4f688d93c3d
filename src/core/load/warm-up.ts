/** Starts the processes of scripts before the measurement, so that no response time includes such a start. */
import type { LoadedRequest } from '../collection/files/collection-files.ts';
import { afterResponse, scriptsOf } from '../runs/request/scripts-of-request.ts';
import type { SandboxSource } from '../sandbox-process/pool/sandbox-pool.ts';

export interface WarmUp {
  requests: readonly LoadedRequest[];
  sandboxes: SandboxSource;
  /** The number of processes that scripts may use at the same time. */
  count: number;
}

/** @throws SandboxUnavailable, and the signal's reason */
export async function warmUpScripts({ requests, sandboxes, count }: WarmUp, signal: AbortSignal): Promise<void> {
  if (!requests.some((request) => scriptsOf(request, ['before-request', ...afterResponse]).length > 0)) return;
  const results = await Promise.allSettled(Array.from({ length: count }, () => sandboxes.take(signal)));
  for (const result of results) if (result.status === 'fulfilled') sandboxes.giveBack(result.value);
  for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
}
