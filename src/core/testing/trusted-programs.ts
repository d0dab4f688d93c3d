/** A workspace with programs, and a person who gives each question about them the same answer, for tests. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ConsentAnswer, ConsentQuestion } from '../../contract/scripts/programs.ts';
import { createAuthorize } from '../programs/trust/consent.ts';
import { openTrustStore } from '../programs/trust/trust-store.ts';
import type { FinishedRun, RunOptions, Runner } from './run.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TrustedPrograms {
  workspace: string;
  /** The programs directory. */
  directory: string;
  /** The file of the permissions. */
  store: string;
  /** The absolute path of a file of the programs directory. */
  place(name: string): string;
  /** Writes a file of the programs directory, and its folders. */
  write(name: string, text: string, mode?: number): void;
  /** Runs a script, and gives every question the answer. */
  run(
    source: string,
    answer: ConsentAnswer,
    options?: RunOptions,
  ): Promise<FinishedRun & { questions: ConsentQuestion[] }>;
}

export function trustedPrograms(runner: Pick<Runner, 'run'>): TrustedPrograms {
  const workspace = temporaryFolder('trusted-programs');
  const directory = path.join(workspace, 'programs');
  mkdirSync(directory);
  const store = path.join(workspace, 'trust.json');
  const place = (name: string) => path.join(directory, name);
  return {
    workspace,
    directory,
    store,
    place,
    write(name, text, mode = 0o644) {
      mkdirSync(path.dirname(place(name)), { recursive: true });
      writeFileSync(place(name), text);
      chmodSync(place(name), mode);
    },
    async run(source, answer, options) {
      const questions: ConsentQuestion[] = [];
      const trust = await openTrustStore(store, () => undefined);
      const authorize = createAuthorize(trust, (question) => {
        questions.push(question);
        return Promise.resolve(answer);
      });
      return { ...(await runner.run(source, { directory, authorize, ...options })), questions };
    },
  };
}
