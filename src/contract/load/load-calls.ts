/** Calls about load runs. */
import * as z from 'zod';
import { tagFilter } from '../runs/tag-filter.ts';
import { MAX_LOAD_MS } from './load-limits.ts';
import { keptLoadRun, loadModel, loadProgress, loadReport } from './load.ts';
import { unsavedEdits } from '../runs/runner-calls.ts';

const runId = z.string().min(1).max(64);
const loadId = z.number().int();

export const loadReportFormats = ['html', 'json'] as const;

export const loadCalls = {
  /** Runs these requests as load, and answers when the run has ended. Its progress is sent as `load.progress`. */
  'load.start': {
    params: z.strictObject({
      runId,
      requests: z.array(z.string().min(1).max(4096)).min(1).max(100_000).meta({ title: 'Requests' }),
      /** The tags by which `requests` were selected, which the report names. */
      tagFilter: tagFilter.optional(),
      /** Absent: all requests are sent as in their files. */
      unsaved: unsavedEdits.optional(),
      environment: z.string().nullable(),
      model: loadModel,
      durationMs: z.number().positive().max(MAX_LOAD_MS),
      /** In the syntax of the command line: "p95 < 300 ms". */
      expectations: z
        .array(z.string().max(1000).meta({ title: 'Expectation' }))
        .max(50)
        .meta({ title: 'Expectations' }),
      data: z.strictObject({ name: z.string(), text: z.string().max(100_000_000) }).nullable(),
    }),
    /** `id` is the number under which the report is stored; null when it could not be stored. */
    result: z.object({ id: loadId.nullable(), report: loadReport }),
  },
  /** Ends the run at once; `load.start` answers with the measurements so far. */
  'load.stop': { params: z.strictObject({ runId }), result: z.strictObject({}) },
  /** Finished load runs, the newest first. */
  'load.list': { params: z.strictObject({}), result: z.object({ runs: z.array(keptLoadRun) }) },
  'load.get': { params: z.strictObject({ id: loadId }), result: z.object({ report: loadReport }) },
  /** The report of a load run as a file. */
  'load.export': {
    params: z.strictObject({ id: loadId, format: z.enum(loadReportFormats) }),
    result: z.object({ text: z.string() }),
  },
  /** Deletes a load run; it can be restored until the workspace is closed. */
  'load.remove': { params: z.strictObject({ id: loadId }), result: z.strictObject({}) },
  'load.restore': { params: z.strictObject({ id: loadId }), result: z.strictObject({}) },
} as const;

export const loadEvents = {
  'load.progress': z.object({ runId, progress: loadProgress }),
} as const;
