/**
 * `npm start`: set-up, then the desktop window if Electron's binary is installed, otherwise the same interface in a
 * browser.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronBinary } from './electron-binary.mjs';
import { electronSwitches, hostFlags } from './host-flags.mjs';
import { root, setUp, tool } from './set-up.mjs';

const args = process.argv.slice(2);
await setUp();

const electron = electronBinary();
const onlyServed = ['--no-open', '--port'].some((name) =>
  args.some((arg) => arg === name || arg.startsWith(`${name}=`)),
);
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

function isOnPath(name) {
  const look = process.platform === 'win32' ? ['where', [name]] : ['sh', ['-c', `command -v ${name}`]];
  return spawnSync(look[0], look[1], { stdio: 'ignore' }).status === 0;
}
/** Those that the host of the interface looks for (src/web/open-browser.ts). */
const chromiumFamily = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
];
// What is optional and not here, with a way to get it.
if (!isOnPath('java')) {
  process.stdout.write('No Java runtime: jars cannot be called (adoptium.net, or apt install default-jre-headless).\n');
}
if (process.platform === 'linux' && !electron && !chromiumFamily.some(isOnPath)) {
  process.stdout.write('No Chromium: the default browser is used (apt install chromium gets a window of its own).\n');
}

let command;
if (electron && hasDisplay && !onlyServed) {
  command = [electron, [root, ...electronSwitches(args)]];
} else {
  if (!electron) {
    process.stdout.write(
      'Electron’s binary is not here (npx install-electron gets it): using a browser window instead.\n',
    );
  }
  command = [tool('node'), [...hostFlags, path.join(root, 'out/main/web.cjs'), ...args]];
}
// The current folder stays that of the user, because --workspace may be relative to it.
const child = spawn(command[0], command[1], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
  shell: process.platform === 'win32' && command[0].endsWith('.cmd'),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A terminal sends Ctrl+C to both processes; the child ends the programs that it has started, and then itself.
  process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
}
child.on('error', (error) => {
  process.stderr.write(`Outrigger did not start: ${error.message}\n`);
  process.exitCode = 1;
});
child.on('exit', (code) => (process.exitCode = code ?? 0));
