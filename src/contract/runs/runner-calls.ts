/** Calls about runs of the collection, and about the requests and responses of these. */
import * as z from 'zod';
import { reportFormats } from './report-formats.ts';
import { editedFolder, editedRequest } from '../collection/collection.ts';
import { storedExchange } from '../http/http.ts';
import { tagFilter } from './tag-filter.ts';
import { keptRun, runReport } from './report.ts';
import { workspacePath } from '../workspace-path.ts';

const noParams = z.strictObject({});
const dataFile = z.strictObject({ name: z.string(), text: z.string().max(100_000_000) });

/** Unsaved edits of requests and folders, which replace the content of their files. */
export const unsavedEdits = z.strictObject({
  requests: z.array(z.strictObject({ id: workspacePath, request: editedRequest })).max(10_000),
  /** The collection itself has an empty id. */
  folders: z.array(z.strictObject({ id: z.string().max(4096), folder: editedFolder })).max(10_000),
});
export type UnsavedEdits = z.output<typeof unsavedEdits>;

export const runnerCalls = {
  /** Runs requests in this order; the events of the run are sent as `run.event`. */
  'runner.start': {
    params: z.strictObject({
      runId: z.string().min(1).max(64),
      requests: z.array(workspacePath).min(1).max(100_000).meta({ title: 'Requests' }),
      /** The tags by which `requests` were selected, which the report names. */
      tagFilter: tagFilter.optional(),
      /** Unsaved edits. Absent: every request runs as in its file. */
      unsaved: unsavedEdits.optional(),
      environment: z.string().nullable(),
      iterations: z.number().int().positive().max(1_000_000).nullable().meta({ title: 'Iterations' }),
      data: dataFile.nullable(),
      delayMs: z.number().int().nonnegative().meta({ title: 'Delay (ms)' }),
      bail: z.boolean(),
      /** Runs only the failed requests of the run with this number. */
      failedOf: z.number().int().nullable(),
    }),
    result: z.object({ id: z.number().int() }),
  },
  /** The newest first. */
  'runner.list': { params: noParams, result: z.object({ runs: z.array(keptRun) }) },
  'runner.get': { params: z.strictObject({ id: z.number().int() }), result: z.object({ report: runReport }) },
  /** The request and response number `index` of a run; null where they were not stored. */
  'runner.exchange': {
    params: z.strictObject({ id: z.number().int(), index: z.number().int().nonnegative() }),
    result: z.object({ exchange: storedExchange.nullable() }),
  },
  /** The first rows of a data file, as the run reads them. */
  'runner.previewData': {
    params: dataFile,
    result: z.object({ total: z.number().int(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  },
  'runner.export': {
    params: z.strictObject({ id: z.number().int(), format: z.enum(reportFormats) }),
    result: z.object({ text: z.string() }),
  },
  'runner.clear': { params: noParams, result: noParams },
  /**
   * The request and response of a current or recent run; null where they are no longer in memory. Secrets and credentials
   * are masked unless the person wants to see them.
   */
  'runs.exchange': {
    params: z.strictObject({
      runId: z.string().min(1).max(64),
      /**
       * `request`: `number` is the request's number in its events. `script`: it is `exchange` of a `script.request`.
       */
      of: z.enum(['request', 'script']),
      number: z.number().int().nonnegative(),
      showsSecrets: z.boolean().optional(),
    }),
    result: z.object({ exchange: storedExchange.nullable() }),
  },
} as const;
