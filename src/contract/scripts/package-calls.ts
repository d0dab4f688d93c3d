/** Calls about npm packages for the scripts of the workspace. */
import * as z from 'zod';

export const packageCalls = {
  /**
   * Fetches a package with the user's own npm and writes it into the workspace; cancelling the call ends npm. `name` is
   * `npm:ms@2.1.3`, or without a version for the newest.
   */
  'packages.add': {
    params: z.strictObject({ name: z.string().min(1).max(300).meta({ title: 'npm package' }) }),
    result: z.object({ key: z.string(), file: z.string(), bytes: z.number(), from: z.array(z.string()) }),
  },
} as const;

export const packageEvents = {
  /** The output of npm while it fetches a package. */
  'packages.output': z.object({ text: z.string() }),
} as const;
