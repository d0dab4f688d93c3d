/** Entry of the web host, which `npm start` starts: loads it from V8's compile cache. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { cacheFolder } from '../core/platform/files/user-folders.ts';

// If the cache is not writable, nothing happens.
enableCompileCache(path.join(cacheFolder(), 'compiled'));
void import('./run-web-host.ts').then(({ runWebHost }) => runWebHost(import.meta.dirname));
