import { listProcesses } from '../processes/ending/process-list.ts';

/** The processes that have not ended. A zombie, which only waits for its parent, counts as ended. */
export async function alive(pids: number[]): Promise<number[]> {
  const living = (await listProcesses()).filter(({ zombie }) => !zombie).map(({ pid }) => pid);
  return pids.filter((pid) => living.includes(pid));
}
