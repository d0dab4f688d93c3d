import * as z from 'zod';

/** A path relative to the workspace folder, with `/` on every system. */
export const workspacePath = z.string().min(1).max(4096);
