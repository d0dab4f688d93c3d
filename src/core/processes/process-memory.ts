/** Resident memory of another process, measured from outside because V8's heap limit does not cover ArrayBuffers. */
import { readFile } from 'node:fs/promises';
import { toolOutput } from './tool-output.ts';

/** Bytes; undefined when the process has ended or the system cannot say. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      // In kilobytes, because `statm` counts pages, whose size differs between systems (4, 16 or 64 KB).
      const resident = /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
      return resident === undefined ? undefined : Number(resident) * 1024;
    }
    if (process.platform === 'win32') {
      const { stdout } = await toolOutput('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh']);
      const kilobytes = /"([\d.,\s]+) K"/.exec(stdout)?.[1]?.replace(/\D/g, '');
      return kilobytes ? Number(kilobytes) * 1024 : undefined;
    }
    const { stdout } = await toolOutput('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) * 1024 || undefined;
  } catch {
    return undefined;
  }
}
