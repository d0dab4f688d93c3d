/** Adds npm packages to an open workspace. */
import type { HostApi } from '../../../contract/host-contract.ts';
import { addPackage } from '../../packages/add-package.ts';
import type { Session } from '../session.ts';
import { readText } from './workspace-files.ts';

type PackagesApi = Pick<HostApi, 'packages.add'>;

/** @param announce informs the interface about the files of the workspace */
export function createWorkspacePackages(session: Session, announce: () => Promise<unknown>): PackagesApi {
  const { root, events, services } = session;
  return {
    async 'packages.add'({ name }, signal) {
      const readFile = async (file: string) => (await readText(file, { isChecked: true })).content;
      const addedPackage = await addPackage({ root, readFile }, name, {
        env: services.programEnvironment,
        runtime: services.sandboxRuntime,
        signal,
        onOutput: (text) => events.emit('packages.output', { text }),
      });
      await announce();
      return addedPackage;
    },
  };
}
