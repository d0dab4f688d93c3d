/** The files outside of the workspace that its requests may send, as the person has allowed on this computer. */
import path from 'node:path';
import type { BodyFileState } from '../../contract/collection/collection-calls.ts';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { Settings } from '../../contract/settings.ts';
import { createBodyFilePolicy, type BodyFilePolicy } from '../http/body/body-files.ts';
import type { JsonStore } from '../platform/json/json-store.ts';
import { listFolder } from '../platform/files/list-folder.ts';
import { isInside, resolveLinks } from '../platform/files/paths.ts';

export interface AllowedFiles {
  /** The policy with the present permissions. */
  policy(): BodyFilePolicy;
  api: Pick<HostApi, 'files.state' | 'files.allow' | 'files.list'>;
}

/** @param root real path of the workspace */
export function createAllowedFiles(settings: JsonStore<Settings>, root: string): AllowedFiles {
  const policy = () => createBodyFilePolicy({ root, allowed: settings.get().allowedFiles[root] ?? [] });

  function stateOf(file: string): BodyFileState {
    const realFile = resolveLinks(path.resolve(root, file)) ?? path.resolve(root, file);
    const isFileInside = isInside(root, realFile);
    const reference = isFileInside ? path.relative(root, realFile).split(path.sep).join('/') : realFile;
    try {
      policy()(file);
      return { state: isFileInside ? 'inside' : 'allowed', path: realFile, reference };
    } catch (error) {
      const isPrivate = (error as { code?: string }).code === 'NotAllowed';
      return { state: isPrivate ? 'private' : 'outside', path: realFile, reference };
    }
  }
  return {
    policy,
    api: {
      'files.state': ({ path: file }) => stateOf(file),
      'files.list': ({ path: folder }) => listFolder(path.resolve(root, folder)),
      async 'files.allow'({ path: file, allow }) {
        const { state, path: real } = stateOf(file);
        if (state === 'private')
          throw codedError(
            'NotAllowed',
            `${real} is a file of Outrigger itself and is never sent.`,
            'Choose another file.',
          );
        await settings.update(({ allowedFiles, ...all }) => {
          const otherFiles = (allowedFiles[root] ?? []).filter((item) => item !== real);
          return { ...all, allowedFiles: { ...allowedFiles, [root]: allow ? [...otherFiles, real] : otherFiles } };
        });
        return stateOf(file);
      },
    },
  };
}
