/** Memory of the host of the interface, which runs for days beside other programs. */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 collects once the heap has grown by half since the last collection. By default it lets a heap as small as ours grow
 * to several times the size that is in use.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=50');
