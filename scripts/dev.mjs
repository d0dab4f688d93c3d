/**
 * `npm run dev`: starts the application as `npm start` does, and after each change of `src` builds it and starts it anew.
 * What was open comes back, because the application keeps it. Arguments are those of `npm start`.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root, setUp } from './set-up.mjs';

setUp();
const { watch } = await import('chokidar');

let child;
/** Resolves when the application has ended. */
let ended = Promise.resolve();
function start() {
  const started = spawn(process.execPath, [path.join(root, 'scripts/start.mjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  child = started;
  ended = new Promise((resolve) => started.once('exit', resolve));
}

let timer;
watch(path.join(root, 'src'), { ignoreInitial: true, ignored: (file) => /\.test\.ts$/.test(file) }).on('all', () => {
  clearTimeout(timer);
  // Several files are often saved at once.
  timer = setTimeout(async () => {
    process.stdout.write('Changed: building and starting again…\n');
    child.kill('SIGTERM');
    await ended;
    start();
  }, 200);
});
process.on('SIGINT', () => ended.then(() => process.exit()));
process.on('SIGTERM', () => {
  child.kill('SIGTERM');
  ended.then(() => process.exit());
});
start();
