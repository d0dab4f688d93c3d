import path from 'node:path';

/**
 * The environment for the user's programs: that of the application without the changes of `npm start`, so that `node`
 * is the user's own and not the pinned one of this project.
 */
export function userEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  if (env['npm_lifecycle_event'] === undefined && env['npm_command'] === undefined) return { ...env };
  const ownDirectory =
    /[\\/]node_modules[\\/](\.bin|(npm[\\/]node_modules[\\/])?@npmcli[\\/]run-script[\\/]lib[\\/]node-gyp-bin)$/;
  const result: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (/^npm_|^INIT_CWD$/.test(name)) continue;
    result[name] = /^path$/i.test(name)
      ? value
          ?.split(path.delimiter)
          .filter((directory) => !ownDirectory.test(directory))
          .join(path.delimiter)
      : value;
  }
  return result;
}
