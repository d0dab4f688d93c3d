/**
 * Remembers which run this computer has put into which queue, so that `outrigger run --attach <id>` finds the collection
 * and the queue by the id alone. The file has no password: see `engineAddress`.
 */
import path from 'node:path';
import * as z from 'zod';
import { codedError } from '../../../contract/errors.ts';
import { configFolder } from '../../../core/platform/files/user-folders.ts';
import { openJsonStore, type JsonStore } from '../../../core/platform/json/json-store.ts';
import { EXPIRY_S } from '../../../core/run-queue/queue-server.ts';
import { notify } from '../../console/terminal-text.ts';

/** More runs than a person has unfinished at a time. */
const MAX_RUNS = 100;

const submittedRun = z.object({
  /** The absolute path of the collection. */
  target: z.string(),
  /** The address of the queue, without a password. */
  engine: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});
const schema = z.object({ runs: z.record(z.string(), submittedRun) });

type SubmittedRuns = z.infer<typeof schema>;
export type SubmittedRun = z.infer<typeof submittedRun>;

const openStore = (): Promise<JsonStore<SubmittedRuns>> =>
  openJsonStore<SubmittedRuns>({
    file: path.join(configFolder(), 'submitted-runs.json'),
    schema: () => schema,
    initial: { runs: {} },
    onNotice: notify,
  });

/**
 * Drops the runs that the queue has dropped too. A folder that cannot be written is not an error: the command that was
 * printed for the run collects it as well.
 * @param engine its password is removed
 */
export async function rememberSubmittedRun(id: string, target: string, engine: string): Promise<void> {
  const store = await openStore();
  const now = Date.now();
  const run: SubmittedRun = { target: path.resolve(target), engine: withoutPassword(engine), startedAt: now };
  const isFresh = ([, { startedAt }]: [string, SubmittedRun]) => now - startedAt < EXPIRY_S * 1000;
  await store
    .update(({ runs }) => ({
      runs: Object.fromEntries([...Object.entries(runs).filter(isFresh), [id, run] as const].slice(-MAX_RUNS)),
    }))
    .catch((error: unknown) => notify((error as Error).message));
}

/** @throws InvalidParams when this computer has not started the run */
export async function recallSubmittedRun(id: string): Promise<SubmittedRun> {
  const { runs } = (await openStore()).get();
  const run = Object.hasOwn(runs, id) ? runs[id] : undefined;
  if (run) return run;
  throw codedError(
    'InvalidParams',
    `This computer has started no run ${id} in the last seven days.`,
    `Name the collection and the queue too: outrigger run <folder> --engine redis://host:6379 --attach ${id}`,
  );
}

function withoutPassword(engine: string): string {
  const url = new URL(engine);
  url.password = '';
  return url.href;
}
