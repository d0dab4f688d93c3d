/** A run on the queue, for the tests of its submitters and workers. */
import type { SharedRun } from '../../../contract/runs/run-parts.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';

export const sharedRun: SharedRun = {
  id: 'run-1',
  name: 'Shop',
  digest: '0'.repeat(64),
  environment: null,
  folders: [],
  iterations: 2,
  requests: 1,
  data: null,
  delayMs: null,
  timeoutMs: null,
  scriptTimeoutMs: null,
};

export const requestsOfRun = [{ id: 'a.yml', name: 'a', path: ['Shop', 'a'] }] as unknown as LoadedRequest[];
