/** Entry of the desktop application. */
import path from 'node:path';
import * as electron from 'electron';
import { appFiles } from '../core/app-files.ts';
import { createCore } from '../core/create-core.ts';
import { startDesktop } from './desktop.ts';

const resources = electron.app.isPackaged ? process.resourcesPath : undefined;
const files = appFiles(import.meta.dirname, resources);
const given = electron.app.commandLine.getSwitchValue('workspace');

// Not awaited: Electron is ready only once this module has been evaluated.
startDesktop({ electron, files, workspace: given ? path.resolve(given) : files.example, createCore }).catch(
  (error: unknown) => {
    electron.dialog.showErrorBox('Outrigger did not start', String(error));
    electron.app.exit(1);
  },
);
