#!/usr/bin/env node
/** Starts the built command line on the pinned Node, whichever Node started this. */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const cli = path.join(root, 'out/main/cli.cjs');
const pinned = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

if (!existsSync(cli)) {
  process.stderr.write('outrigger: it is not built yet. Run npm run build (or npm start, or npm test) once.\n');
  process.exitCode = 2;
} else if (Number(process.versions.node.split('.')[0]) >= 24 || !existsSync(pinned)) {
  require(cli);
} else {
  const child = spawn(pinned, [cli, ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // The terminal sends Ctrl+C to both; the child decides when to end.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => name !== 'SIGINT' && child.kill(name));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
