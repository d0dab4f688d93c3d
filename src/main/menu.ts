import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../contract/host-contract.ts';

/**
 * The native menu. It only names commands of the interface, which handles their keys itself, so that a key is not
 * handled twice.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  send: (command: MenuCommand) => void,
): MenuItemConstructorOptions[] {
  const item = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => send(command),
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
  });
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        item('Open Workspace Folder…', 'open-folder', 'CmdOrCtrl+O'),
        item('Save', 'save', 'CmdOrCtrl+S'),
        { type: 'separator' },
        { role: platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'Run',
      submenu: [
        item('Run Script', 'run', 'CmdOrCtrl+Enter'),
        item('Stop', 'stop', 'CmdOrCtrl+.'),
        item('Clear Console', 'clear-console'),
      ],
    },
    {
      label: 'View',
      submenu: [
        item('All Commands', 'palette', 'CmdOrCtrl+K'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
