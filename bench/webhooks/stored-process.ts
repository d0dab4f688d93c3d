/** Measures the store, and sends the figures to the parent. */
import { measureStored } from './stored.ts';

process.send?.(await measureStored());
process.disconnect();
