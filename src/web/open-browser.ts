/** Shows an address in a window of its own: an installed browser of the Chromium family, else the default one. */
import { spawn } from 'node:child_process';
import { findExecutable } from '../core/processes/find-executable.ts';
import { existsSync } from 'node:fs';

const onPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
];
const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const windowsPrograms = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

/** @returns false when there is nothing to show it in */
export async function openBrowser(address: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const noDisplay = process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
  if (noDisplay) return false;
  const family = await findChromiumFamily(env);
  const attempts: [string, ...string[]][] = [
    ...(family ? [[family, `--app=${address}`, '--window-size=1440,900'] as [string, ...string[]]] : []),
    defaultBrowser(address),
  ];
  for (const [file, ...args] of attempts) if (await starts(file, args)) return true;
  return false;
}

async function findChromiumFamily(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // Chromium refuses to run as root with its sandbox, and without it nobody should browse.
  if (process.getuid?.() === 0) return undefined;
  const bases = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
    (base) => base !== undefined,
  );
  const installed = [...macApplications, ...bases.flatMap((base) => windowsPrograms.map((name) => `${base}\\${name}`))];
  const found = installed.find((file) => existsSync(file));
  if (found) return found;
  for (const name of onPath) {
    const file = await findExecutable(name, env);
    if (file) return file;
  }
  return undefined;
}

function defaultBrowser(address: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

/** Whether the program could be started and did not fail within a moment. */
function starts(file: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), 1500);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
    child.unref();
  });
}
