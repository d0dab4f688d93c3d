/** The tests, the hosts and the browsers put temporary files into one folder, which is removed at the end. */
import path from 'node:path';
import { useOneTemporaryFolder } from '../scripts/one-temporary-folder.ts';

export default function setUp(): () => void {
  const { folder, remove } = useOneTemporaryFolder('outrigger-e2e-');
  // Every host loads the same code: compiled once, it is read by all others.
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled');
  return remove;
}
