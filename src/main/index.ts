/** Entry of the desktop application. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import * as electron from 'electron';
import { appFiles } from '../core/platform/files/app-files.ts';
import { createCore } from '../core/create-core.ts';
import { startDesktop } from './desktop.ts';

const resources = electron.app.isPackaged ? process.resourcesPath : undefined;
const shipped = appFiles(import.meta.dirname, resources);
const files = resources ? { ...shipped, example: writableCopy(shipped.example) } : shipped;
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

/** The folder of an installed application is not writable, so the sample is copied once and the copy is used. */
function writableCopy(example: string): string {
  const copy = path.join(electron.app.getPath('userData'), 'hello');
  cpSync(example, copy, { recursive: true, force: false });
  return copy;
}
