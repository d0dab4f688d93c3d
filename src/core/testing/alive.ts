import { listProcesses } from '../processes/process-list.ts';

/** Those of the processes that have not ended; one that only waits to be collected has. */
export async function alive(pids: number[]): Promise<number[]> {
  const living = (await listProcesses()).filter(({ zombie }) => !zombie).map(({ pid }) => pid);
  return pids.filter((pid) => living.includes(pid));
}
