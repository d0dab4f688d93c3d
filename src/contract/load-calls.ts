/** The calls of the host about load runs. */
import * as z from 'zod';
import { loadModel, loadProgress, loadReport } from './load.ts';
import { unsavedEdits } from './runner-calls.ts';

const runId = z.string().min(1).max(64);

export const MAX_LOAD_USERS = 10_000;
const MAX_LOAD_MS = 24 * 3_600_000;
export const loadReportFormats = ['html', 'json'] as const;

export const loadCalls = {
  /** Loads servers with these requests, and answers when the run has ended. What happens meanwhile comes as `load.progress`. */
  'load.start': {
    params: z.strictObject({
      runId,
      requests: z.array(z.string().min(1).max(4096)).min(1).max(100_000),
      /** Left out: everything is sent as its file says. */
      unsaved: unsavedEdits.optional(),
      environment: z.string().nullable(),
      model: loadModel,
      durationMs: z.number().positive().max(MAX_LOAD_MS),
      /** As on the command line: "p95 < 300 ms". */
      expectations: z.array(z.string().max(1000)).max(50),
      data: z.strictObject({ name: z.string(), text: z.string().max(100_000_000) }).nullable(),
    }),
    result: loadReport,
  },
  /** Ends the run at once; `load.start` answers with what was measured. */
  'load.stop': { params: z.strictObject({ runId }), result: z.strictObject({}) },
  /** The report of the latest load run as a file. */
  'load.export': {
    params: z.strictObject({ runId, format: z.enum(loadReportFormats) }),
    result: z.object({ text: z.string() }),
  },
} as const;

export const loadEvents = {
  'load.progress': z.object({ runId, progress: loadProgress }),
} as const;
