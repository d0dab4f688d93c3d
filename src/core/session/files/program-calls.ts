/** Calls about the programs that the scripts of a workspace start: their folder, new ones, the methods of a JAR. */
import { codedError } from '../../../contract/errors.ts';
import type { HostApi, WorkspaceInfo } from '../../../contract/host-contract.ts';
import { locateProgram } from '../../programs/call/locate/locate-program.ts';
import { readJarMethods } from '../../programs/jar/jar-methods.ts';
import { createProgram } from './new-files.ts';
import type { Session } from '../session.ts';
import { defaultProgramsDirectory, requireFolder } from './workspace-files.ts';

type Name = 'setDirectory' | 'create' | 'showDirectory' | 'jarMethods';
export type ProgramsApi = Pick<HostApi, `programs.${Name}`>;

/**
 * @param options.announce informs the interface about the present files of the workspace
 * @param options.showFolder shows a folder in the system's file manager, where the host can
 */
export function createProgramsApi(
  session: Session,
  {
    announce,
    showFolder,
  }: { announce: () => Promise<WorkspaceInfo>; showFolder: ((folder: string) => Promise<void>) | undefined },
): ProgramsApi {
  const { root } = session;
  const { settings } = session.services;
  return {
    async 'programs.setDirectory'({ path: directory }) {
      const directoryPath = directory === null ? undefined : await requireFolder(directory);
      await settings.update(({ programsDirectories: { [root]: _former, ...others }, ...all }) => ({
        ...all,
        programsDirectories: directoryPath === undefined ? others : { ...others, [root]: directoryPath },
      }));
      session.setProgramsDirectory(directoryPath ?? defaultProgramsDirectory(root));
      return announce();
    },
    async 'programs.create'({ name, extension }) {
      const created = await createProgram({ root, directory: session.programsDirectory(), name, extension });
      await announce();
      return created;
    },
    async 'programs.showDirectory'() {
      if (!showFolder) throw codedError('Unsupported', 'This host cannot show folders.');
      await showFolder(session.programsDirectory());
      return {};
    },
    async 'programs.jarMethods'(params) {
      const { file } = locateProgram(session.programsDirectory(), params.path);
      return readJarMethods(file);
    },
  };
}
