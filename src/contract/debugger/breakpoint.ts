/** Breakpoints in their stored form. In a separate file because a page need not validate the calls of the debugger. */
import * as z from 'zod';

export const MAX_BREAKPOINTS = 1000;

const expression = z.string().max(10_000);

/** The scripts of one kind of a request, a folder or the collection, which are edited as one text. */
export const editedScript = z.object({ id: z.string(), kind: z.enum(['pre-request', 'post-response']) });
export type EditedScript = z.output<typeof editedScript>;

export const breakpoint = z.strictObject({
  /** Chosen by the caller. */
  id: z.string().min(1).max(100),
  /** The name of the script in stacks, or the edited text, whose lines `line` then counts. */
  script: z.union([z.string().min(1).max(4096), editedScript]),
  line: z.number().int().positive(),
  /** Stops only if this expression is true. */
  condition: expression.optional(),
  /** Writes this text to the console instead of stopping; `{expression}` in it is replaced by a value. */
  log: expression.optional(),
});
export type Breakpoint = z.output<typeof breakpoint>;

/**
 * `uncaught`: errors that nothing in the script handles, failed assertions among them. `all`: also those that are handled.
 * `assertions`: failed assertions (`pm.expect`, `pm.response.to`, `require('chai')`, `require('assert')`), handled or not.
 */
export const exceptionStops = z.enum(['none', 'uncaught', 'all', 'assertions']);
export type ExceptionStops = z.output<typeof exceptionStops>;
