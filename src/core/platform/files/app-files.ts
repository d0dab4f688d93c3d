import path from 'node:path';

/** Built files that the core needs, as absolute paths. */
export interface AppFiles {
  /** The project's folder, or that of the installed application. */
  root: string;
  sandboxEntry: string;
  /** The thread that stores notifications. */
  storeThread: string;
  /** The thread that formats and filters bodies. */
  bodyThread: string;
  jarExecuter: string;
  /** The ready collection of the messaging service. */
  messagingService: string;
  /** The built interface: index.html and its assets. */
  renderer: string;
  preload: string;
  /** The sample workspace. */
  example: string;
  /** Folder of the installed application that holds unpacked binaries. */
  resources?: string;
}

/**
 * @param outMain the folder of the running built file (`out/main`)
 * @param resources the folder in which the installed application stores files that cannot be in its archive
 */
export function appFiles(outMain: string, resources?: string): AppFiles {
  const root = path.join(outMain, '..', '..');
  const unpacked = resources ? path.join(resources, 'app.asar.unpacked') : root;
  return {
    root,
    sandboxEntry: path.join(unpacked, 'out/main/sandbox.mjs'),
    storeThread: path.join(unpacked, 'out/main/store-thread.mjs'),
    bodyThread: path.join(unpacked, 'out/main/body-thread.mjs'),
    jarExecuter: path.join(resources ?? path.join(root, 'resources'), 'JarExecuter-1.1.0-jar-with-dependencies.jar'),
    messagingService: path.join(resources ?? path.join(root, 'resources'), 'messaging-service.yml'),
    renderer: path.join(root, 'out/renderer'),
    preload: path.join(root, 'out/preload/index.cjs'),
    example: path.join(resources ?? root, 'examples/hello'),
    ...(resources ? { resources } : {}),
  };
}
