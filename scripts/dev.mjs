/**
 * `npm run dev`: starts the application as `npm start` does, and builds again after a change of `src`. After a change
 * of the interface alone, only the page is built: reload it in the window to see the change. After any other change the
 * application is restarted; it restores what was open. Takes the arguments of `npm start`.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root, setUp, startTool } from './set-up.mjs';

await setUp();
const { watch } = await import('chokidar');

const source = path.join(root, 'src');
const page = path.join(source, 'renderer') + path.sep;

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

async function startAgain() {
  process.stdout.write('Changed: building and starting again…\n');
  child.kill('SIGTERM');
  await ended;
  start();
}

async function buildPage() {
  const startedAt = Date.now();
  const { code, output } = await startTool('electron-vite', ['build', '--logLevel', 'error'], {
    OUTRIGGER_BUILD: 'renderer',
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    code === 0
      ? `The page was built in ${seconds} s: load it again (F5, or Ctrl+R) to see the change.\n`
      : `${output}The page was not built: mend the fault above.\n`,
  );
}

const changed = new Set();
/** Only one build runs at a time; changes during a build are built afterwards. */
let building = Promise.resolve();
function build() {
  const files = [...changed];
  changed.clear();
  if (files.length > 0) return files.every((file) => file.startsWith(page)) ? buildPage() : startAgain();
}

let timer;
watch(source, { ignoreInitial: true, ignored: (file) => /\.(test\.tsx?|md)$/.test(file) }).on('all', (_event, file) => {
  changed.add(file);
  clearTimeout(timer);
  // An editor often saves several files at once, so the build waits for a moment.
  timer = setTimeout(() => (building = building.then(build)), 200);
});
process.on('SIGINT', () => ended.then(() => process.exit()));
process.on('SIGTERM', () => {
  child.kill('SIGTERM');
  ended.then(() => process.exit());
});
start();
