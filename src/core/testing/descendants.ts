import { listProcesses } from '../processes/ending/process-list.ts';

/** The descendants of a process, without the process itself. */
export async function descendantsOf(pid: number | undefined): Promise<number[]> {
  const processes = await listProcesses();
  const below = (parent: number | undefined): number[] =>
    processes.filter((entry) => entry.parent === parent).flatMap((entry) => [entry.pid, ...below(entry.pid)]);
  return below(pid);
}
