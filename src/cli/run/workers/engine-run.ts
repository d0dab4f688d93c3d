/** `outrigger run --engine` and `--attach`: workers execute the parts of a run, and this command reports them. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import { resolveInside } from '../../../core/platform/files/paths.ts';
import { maskUrls } from '../../../core/platform/secrets/mask-credentials.ts';
import { quoteForSh } from '../../../core/programs/call/printed-command/quote-for-sh.ts';
import { DEFAULT_ATTEMPTS, DEFAULT_PART_SIZE } from '../../../core/run-queue/part-jobs.ts';
import { digestOf, hashRunFiles } from '../../../core/run-queue/run-digest.ts';
import { attachToRun, submitRun, type AttachOptions, type SubmitOptions } from '../../../core/run-queue/submit-run.ts';
import { iterationsOf } from '../../../core/runs/collection/collection-run.ts';
import type { DataRow } from '../../../core/runs/collection/iteration-data.ts';
import { requestsOfRun } from '../../../core/session/runs/select-requests.ts';
import type { Run } from '../../../core/session/session.ts';
import type { RunOptions } from '../options/run-options.ts';
import type { RunSession } from '../run-session.ts';
import { notify } from '../../console/terminal-text.ts';
import { engineAddress } from '../../secret-options.ts';
import { rememberSubmittedRun } from './submitted-runs.ts';
import { countText } from '../../../contract/count-text.ts';

/** Options that each worker has of its own, or that have no meaning for a run on workers. */
const notWithEngine = [
  ['envVar', '--env-var'],
  ['envVarFile', '--env-var-file'],
  ['globals', '--globals'],
  ['globalVar', '--global-var'],
  ['shard', '--shard'],
  ['concurrency', '--concurrency'],
  ['writeLock', '--write-lock'],
] as const;

/**
 * @param writeReports is called when all parts have ended; if it fails, the run stays in the queue
 * @throws InvalidParams for invalid arguments; QueueUnreachable, Unsupported, InvalidData; WriteFailed
 */
export async function runOnEngine(
  targetName: string,
  options: RunOptions,
  { target, programsDirectory, scopes }: RunSession,
  { data, run, writeReports }: { data: readonly DataRow[] | undefined; run: Run; writeReports: () => Promise<void> },
): Promise<RunOutcome> {
  const { engine, attach } = options;
  if (engine === undefined) throw codedError('InvalidParams', '--attach needs --engine with the URL of the queue.');
  const url = engineAddress(engine);
  if (target.kind !== 'collection') {
    throw codedError('InvalidParams', `${targetName} is not a collection: only their runs are split over machines.`);
  }
  requireEngineOptions(options);
  const { collection, requests } = target;
  const common: Omit<SubmitOptions, 'requests'> = {
    url,
    runId: run.id,
    attempts: options.retry === false ? 1 : DEFAULT_ATTEMPTS,
    bail: options.bail ?? false,
    rateLimit: options.rateLimit,
    writeReports,
    onEvent: run.onEvent,
    onNotice: notify,
  };
  if (attach !== undefined) {
    const requestsFor: AttachOptions['requestsFor'] = (described, ids) => requestsOfRun(collection, described, ids);
    return attachToRun(attach, { ...common, requestsFor }, run.signal);
  }
  const runFiles = await hashRunFiles(path.resolve(targetName), programsDirectory);
  const { digest, files } = await digestOf(runFiles, options.iterationData);
  const shared = {
    ...sharedOptions(options),
    id: randomBytes(6).toString('hex'),
    name: collection.name,
    digest,
    environment: scopes.environment.name ?? null,
    iterations: iterationsOf({ iterations: options.iterationCount, data }),
    requests: requests.length,
    ...(options.bail ? { bail: true } : {}),
  };
  const partSize = options.partSize ?? DEFAULT_PART_SIZE;
  const collectAgain = `outrigger run ${quoteForSh(targetName)} --engine ${maskUrls(engine)} --attach ${shared.id}`;
  const onParts = async (count: number) => {
    await rememberSubmittedRun(shared.id, targetName, engine);
    notify(`Run ${shared.id} has ${countText(count, 'part')}. If this command ends, collect it with: ${collectAgain}`);
  };
  return submitRun(shared, { ...common, onParts, requests, files, partSize }, run.signal);
}

/** @throws InvalidParams for an option that has no effect with `--engine`; OutsideWorkspace */
function requireEngineOptions(options: RunOptions): void {
  for (const [key, option] of notWithEngine) {
    if (options[key] === undefined) continue;
    throw codedError(
      'InvalidParams',
      `${option} has no effect on a run that workers execute.`,
      'Give it to outrigger worker.',
    );
  }
  if (options.attach !== undefined) {
    if (options.rateLimit === undefined) return;
    throw codedError('InvalidParams', '--rate-limit is set when a run is started, and cannot be changed by --attach.');
  }
  const dataFile = options.iterationData;
  if (dataFile === undefined) return;
  if (path.isAbsolute(dataFile)) {
    throw codedError(
      'InvalidParams',
      `--iteration-data ${dataFile}: workers look for it beside their collection.`,
      'Name it relative to the current folder.',
    );
  }
  resolveInside(process.cwd(), dataFile);
}

/** The options that are passed to the workers. */
const sharedOptions = (options: RunOptions) => ({
  folders: [...(options.folder ?? [])],
  ...(options.tags ? { tags: [...options.tags] } : {}),
  ...(options.excludeTags ? { excludeTags: [...options.excludeTags] } : {}),
  data: options.iterationData ?? null,
  delayMs: options.delayRequest ?? null,
  timeoutMs: options.timeoutRequest ?? null,
  scriptTimeoutMs: options.timeoutScript ?? null,
});
