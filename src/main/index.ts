/** Entry of the desktop application. */
import path from 'node:path';
import * as electron from 'electron';
import { appFiles } from '../core/platform/files/app-files.ts';
import { createCore } from '../core/create-core.ts';
import { limitHeapGrowth } from '../core/platform/heap-growth.ts';
import { startDesktop } from './desktop.ts';

limitHeapGrowth();
const resources = electron.app.isPackaged ? process.resourcesPath : undefined;
const files = appFiles(import.meta.dirname, resources);
const workspaceSwitch = electron.app.commandLine.getSwitchValue('workspace');

// Not awaited: Electron is ready only once this module has been evaluated.
startDesktop({
  electron,
  files,
  workspace: workspaceSwitch ? path.resolve(workspaceSwitch) : undefined,
  createCore,
}).catch((error: unknown) => {
  electron.dialog.showErrorBox('Outrigger did not start', String(error));
  electron.app.exit(1);
});
