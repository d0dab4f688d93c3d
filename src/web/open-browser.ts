/** Shows a page in a window of its own: in an installed browser of the Chromium family, else in the default one. */
import { spawn } from 'node:child_process';
import { findExecutable } from '../core/processes/find-executable.ts';
import { existsSync } from 'node:fs';

const linuxPrograms = [
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

/**
 * @param url an address without secrets: it is visible in the arguments of the browser's process
 * @returns false when no browser could be started
 */
export async function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const noDisplay = process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
  if (noDisplay) return false;
  const chromium = await findChromiumFamily(env);
  if (chromium && (await starts(chromium, [`--app=${url}`, '--window-size=1440,900'], env))) return true;
  const [name, ...args] = defaultBrowser(url);
  const file = await findExecutable(name, env);
  return file !== undefined && starts(file, args, env);
}

async function findChromiumFamily(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // Chromium refuses to run as root with its sandbox, and browsing without the sandbox is unsafe.
  if (process.getuid?.() === 0) return undefined;
  const bases = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
    (base) => base !== undefined,
  );
  const installed = [...macApplications, ...bases.flatMap((base) => windowsPrograms.map((name) => `${base}\\${name}`))];
  const file = installed.find((candidate) => existsSync(candidate));
  if (file) return file;
  for (const name of linuxPrograms) {
    const file = await findExecutable(name, env);
    if (file) return file;
  }
  return undefined;
}

function defaultBrowser(url: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

/** Whether the program started, and did not fail within a moment. */
function starts(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore', detached: true, env });
    const timer = setTimeout(() => resolve(true), 1500);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
    child.unref();
  });
}
