import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../contract/host-contract.ts';

/**
 * The native menu. Its commands are the interface's: the menu only names them, and the interface owns their keys,
 * so that a key is not acted on twice.
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
