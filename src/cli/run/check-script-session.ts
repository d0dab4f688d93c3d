/** Opens the session for the script that checks a rehearsal on the command line. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createApplication } from '../../core/application.ts';
import type { RunCheckScript } from '../../core/forwarding/rehearsal/rehearsal-script-check.ts';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { environmentSecrets } from '../../core/platform/secrets/environment-secrets.ts';
import { resolveInside } from '../../core/platform/files/paths.ts';
import { startSandbox } from '../../core/sandbox-process/sandbox.ts';
import { createCheckScript } from '../../core/session/forwarding/check-script.ts';
import { readText, requireFolder } from '../../core/session/files/workspace-files.ts';
import { askOrRefuse, authorizeByFlags } from './run-consent.ts';
import { programsDirectoryOf } from './run-target.ts';
import { notify } from '../console/terminal-text.ts';
import { createPrivateTemporaryFolder } from '../../core/platform/files/private-temporary-folder.ts';

/** The program's resources for every command. */
export interface CliHost {
  version: string;
  files: AppFiles;
}
export interface CheckOptions {
  /** A script, relative to the current folder, instead of the check of the plan. */
  check?: string;
  workspace?: string;
  externalProgramPath?: string;
  allowPrograms?: boolean;
  allowProgram?: string[];
}
export interface CheckScriptSession {
  run: RunCheckScript;
  close(): Promise<void>;
}

/**
 * @param script relative to the current folder if `options.check` names it, else to the workspace
 * @throws FileNotFound, OutsideWorkspace, ProgramsDirectoryNotFound
 */
export async function openCheckScript(
  script: string,
  options: CheckOptions,
  { version, files }: CliHost,
): Promise<CheckScriptSession> {
  const root = await requireFolder(path.resolve(options.workspace ?? '.'));
  const file = options.check === undefined ? resolveInside(root, script) : path.resolve(script);
  const { content: source } = await readText(file);
  const programsDirectory = await programsDirectoryOf({ kind: 'collection', root }, options.externalProgramPath);
  const sandbox = startSandbox(files, { size: 1, spares: 0 });
  const stateFolder = createPrivateTemporaryFolder('rehearsal');
  const application = await createApplication({
    version,
    files,
    sandbox,
    onNotice: notify,
    secrets: environmentSecrets(process.env),
  });
  const close = async () => {
    await application.close();
    await sandbox.close();
    rmSync(stateFolder, { recursive: true, force: true });
  };
  try {
    const session = await application.openSession(root, {
      stateFolder,
      programsDirectory,
      questions: { consent: askOrRefuse, vault: () => Promise.resolve(true) },
      authorize: authorizeByFlags(options, programsDirectory, application.trust),
    });
    return { run: createCheckScript(session, { name: path.basename(file), source }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
