/** The core of the application, and clients as its windows have them, for tests. */
import path from 'node:path';
import { inject } from 'vitest';
import { hostContract, type HostClient } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { createCore, type Core, type CoreOptions } from '../create-core.ts';
import { appFiles, type AppFiles } from '../platform/files/app-files.ts';

/** The built files, with the sandbox that was built for the tests. */
export const testFiles = (): AppFiles => ({
  ...appFiles(path.join(import.meta.dirname, '../../../out/main')),
  sandboxEntry: inject('sandboxEntry'),
});

/**
 * The core of a host without a desktop. The caller closes it, and sets OUTRIGGER_CONFIG_DIR before.
 * @param workspace the folder that is open
 * @param more further options, or others
 */
export const openTestCore = (workspace: string, more: Partial<CoreOptions> = {}): Promise<Core> =>
  createCore({
    version: '1.0.0',
    workspace,
    files: testFiles(),
    capabilities: { folderDialog: false, openFolder: false, menus: false },
    startsSandboxLate: true,
    ...more,
  });

/** A client of the core, connected as that of a window; `close` ends the connection. */
export function connectTo({ api, subscribe }: Pick<Core, 'api' | 'subscribe'>): {
  client: HostClient;
  close: () => void;
} {
  const ports = memoryPorts();
  serve(hostContract, ports.server, api, subscribe);
  return { client: connect<typeof hostContract>(ports.client), close: ports.close };
}

export const clientOf = (core: Core): HostClient => connectTo(core).client;
