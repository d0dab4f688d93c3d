import * as z from 'zod';

/**
 * The abilities of this host; the interface checks an ability and never the kind of host. `folderDialog`: it can show
 * the system's dialogs, for files too.
 */
const capabilities = z.object({ folderDialog: z.boolean(), openFolder: z.boolean(), menus: z.boolean() });
export type Capabilities = z.output<typeof capabilities>;

/** What the interface asks first. */
export const appInfo = z.object({
  version: z.string(),
  /** For example "Node 26.1.0". */
  runtime: z.string(),
  capabilities,
  /** Messages about the start, for the person. */
  notices: z.array(z.string()),
  /** Random for each start of the host: a page that lost its connection recognises the same host by it. */
  instance: z.string(),
});
