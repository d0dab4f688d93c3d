/** Tests every wall of a sandbox process from the inside before the first script. */

// Not imported: importing a built-in module reads all its exports, and reading `fs.promises` loads most of Node. That would
// be a sixth of the time in which a sandbox process starts.
const childProcess = process.getBuiltinModule('node:child_process');
const fs = process.getBuiltinModule('node:fs');
const net = process.getBuiltinModule('node:net');
const workerThreads = process.getBuiltinModule('node:worker_threads');

function holds(attempt: () => unknown): boolean {
  try {
    attempt();
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_ACCESS_DENIED';
  }
}

function networkHolds(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      // Port 9 of loopback. Both a refused and an open connection mean that the attempt left the process.
      const socket = net.connect({ host: '127.0.0.1', port: 9 });
      socket.on('error', (error) => resolve((error as { code?: string }).code === 'ERR_ACCESS_DENIED'));
      socket.on('connect', () => {
        socket.destroy();
        resolve(false);
      });
    } catch (error) {
      resolve((error as { code?: string }).code === 'ERR_ACCESS_DENIED');
    }
  });
}

/** Names of the walls that do not hold; scripts run only if the list is empty. */
export async function brokenWalls(): Promise<string[]> {
  const executable = process.execPath;
  const walls: Record<string, boolean> = {
    'reading files': holds(() => fs.readFileSync(executable)),
    'listing folders': holds(() => fs.readdirSync('/')),
    'writing files': holds(() => fs.writeFileSync(`${executable}.outrigger-wall`, '')),
    'starting programs': holds(() => childProcess.spawnSync(executable, ['--version'])),
    'starting threads': holds(() => new workerThreads.Worker('', { eval: true })),
    network: await networkHolds(),
  };
  return Object.keys(walls).filter((name) => !walls[name]);
}
