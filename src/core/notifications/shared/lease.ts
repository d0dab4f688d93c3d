/**
 * The file by which the processes of one workspace find its listener. It is in the private state folder, because
 * whoever knows the secret in it receives all notifications.
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { makePrivateFolder } from '../../platform/files/private-files.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';

/** Raised with every change of the messages (messages.ts), which a test notices. */
export const LEASE_VERSION = 5;
const MAX_BYTES = 16 * 1024;
const port = z.number().int().min(1).max(65_535);

const lease = z.object({
  version: z.literal(LEASE_VERSION),
  pid: z.number().int().positive(),
  host: z.string(),
  url: z.string(),
  /** The port of the listener, and the wanted port if that one was not free. */
  port,
  wantedPort: z.number().int().min(0).max(65_535),
  /** The loopback port for followers, and the secret that they send first. */
  sharePort: port,
  secret: z.string().length(64),
});
/** The fields that the leases of all versions have. */
const otherLease = lease.pick({ pid: true, sharePort: true });
export type OtherLease = z.output<typeof otherLease>;
export type Lease = Omit<z.output<typeof lease>, 'version'>;

/** @param stateFolder of the workspace, which all of its processes share */
export const leaseFileIn = (stateFolder: string): string => path.join(stateFolder, 'listener.json');

/** Undefined where there is no lease of this version. */
export const readLease = async (file: string): Promise<Lease | undefined> => lease.safeParse(await readJson(file)).data;

/** The lease of a process of another version, whose messages this one would not understand. */
export async function readOtherLease(file: string): Promise<OtherLease | undefined> {
  const json = await readJson(file);
  return lease.safeParse(json).success ? undefined : otherLease.safeParse(json).data;
}

async function readJson(file: string): Promise<unknown> {
  try {
    const text = await readFile(file, 'utf8');
    return text.length > MAX_BYTES ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resolves with false where the folder is not writable: the listener then serves its own process only. */
export async function writeLease(file: string, content: Lease): Promise<boolean> {
  try {
    makePrivateFolder(path.dirname(file));
    await writeAtomically(file, JSON.stringify({ version: LEASE_VERSION, ...content }), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Removes the file, unless another process has replaced it. */
export async function removeLease(file: string, secret: string): Promise<void> {
  if ((await readLease(file))?.secret === secret) await rm(file, { force: true });
}
