import type { WorkspaceInfo } from '../../../contract/host-contract.ts';

const withSlashes = (file: string) => file.replaceAll('\\', '/').replace(/\/+$/, '');

/** The path of a program relative to the workspace; undefined when the programs directory is outside of it. */
export function pathInWorkspace(
  { root, programs }: Pick<WorkspaceInfo, 'root' | 'programs'>,
  program: string,
): string | undefined {
  const folder = `${withSlashes(root)}/`;
  const file = `${withSlashes(programs.directory)}/${program}`;
  return file.startsWith(folder) ? file.slice(folder.length) : undefined;
}
