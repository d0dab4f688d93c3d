/** Removes dangerous objects from the process's own realm, for the case that a script gets out of its own. */
import { registerHooks } from 'node:module';

const processMembers = [
  'binding',
  '_linkedBinding',
  'dlopen',
  'getBuiltinModule',
  'mainModule',
  'moduleLoadList',
  'report',
  'config',
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'abort',
  'execve',
  'reallyExit',
  'exit',
  'chdir',
  'umask',
  'setuid',
  'setgid',
  'seteuid',
  'setegid',
  'setgroups',
  'initgroups',
  'loadEnvFile',
  'permission',
  'env',
  'stdin',
  'stdout',
  'stderr',
  'openStdin',
  'argv',
  'execArgv',
  'execPath',
  'setSourceMapsEnabled',
  '_startProfilerIdleNotifier',
  '_stopProfilerIdleNotifier',
  '_getActiveHandles',
  '_getActiveRequests',
];
const removedGlobals = [
  'process',
  'Buffer',
  'global',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'WebSocket',
  'EventSource',
  'navigator',
  'crypto',
  'performance',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'Worker',
  'localStorage',
  'sessionStorage',
  'Storage',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'structuredClone',
];

/** Afterwards no module can be loaded and no removed name can be reached. */
export function scrub(host: NodeJS.Process): void {
  const refuse = (): never => {
    throw new TypeError('Modules are not available here.');
  };
  registerHooks({ resolve: refuse, load: refuse });
  for (const name of processMembers) {
    try {
      Object.defineProperty(host, name, { value: undefined, writable: false, configurable: false });
    } catch {
      Reflect.deleteProperty(host, name);
    }
  }
  for (const name of removedGlobals) Reflect.deleteProperty(globalThis, name);
}
