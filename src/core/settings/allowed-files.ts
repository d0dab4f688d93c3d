/** Files outside the workspace that its requests may send: what the person has allowed on this computer. */
import path from 'node:path';
import type { BodyFileState } from '../../contract/collection-calls.ts';
import { codedError } from '../../contract/errors.ts';
import type { HostApi, Settings } from '../../contract/host-contract.ts';
import { createBodyFilePolicy, type BodyFilePolicy } from '../http/body-files.ts';
import type { JsonFile } from '../platform/json-file.ts';
import { isInside, resolveLinks } from '../platform/paths.ts';

export interface AllowedFiles {
  /** What requests of the workspace may send, as it is allowed now. */
  policy(root: string): BodyFilePolicy;
  api: Pick<HostApi, 'files.state' | 'files.allow'>;
}

/** @param root the open workspace */
export function createAllowedFiles(settings: JsonFile<Settings>, root: () => string): AllowedFiles {
  const allowedIn = (workspace: string) => settings.get().allowedFiles[workspace] ?? [];
  const policy = (workspace: string) => createBodyFilePolicy({ root: workspace, allowed: allowedIn(workspace) });

  function stateOf(file: string): BodyFileState {
    const workspace = root();
    const real = resolveLinks(path.resolve(workspace, file)) ?? path.resolve(workspace, file);
    try {
      policy(workspace)(file);
      return { state: isInside(workspace, real) ? 'inside' : 'allowed', path: real };
    } catch (error) {
      return { state: (error as { code?: string }).code === 'NotAllowed' ? 'private' : 'outside', path: real };
    }
  }
  return {
    policy,
    api: {
      'files.state': ({ path: file }) => stateOf(file),
      async 'files.allow'({ path: file, allow }) {
        const workspace = root();
        const { state, path: real } = stateOf(file);
        if (state === 'private') throw codedError('NotAllowed', `${real} is a file of Outrigger itself.`);
        const others = allowedIn(workspace).filter((one) => one !== real);
        const { allowedFiles } = settings.get();
        const list = allow ? [...others, real] : others;
        await settings.set({ ...settings.get(), allowedFiles: { ...allowedFiles, [workspace]: list } });
        return stateOf(file);
      },
    },
  };
}
