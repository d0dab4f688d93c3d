/**
 * Before a program runs that is not trusted, the person is asked: a script can come from somebody else's
 * collection, and `command` may be any program (external-programs-decisions, "Consent").
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { codedError } from '../../../contract/errors.ts';
import type { ConsentAnswer, ConsentQuestion } from '../../../contract/host-contract.ts';
import type { ComposedCommand, ResolvedCommand } from '../call/compose-command.ts';
import type { LocatedProgram } from '../call/locate-program.ts';
import { renderCommand } from '../call/render-command.ts';
import { createPendingDecisions } from './pending-decisions.ts';
import type { TrustStore, TrustSubject } from './trust-store.ts';

/** Puts the question to the person. Rejects when the signal aborts. */
export type AskConsent = (question: ConsentQuestion, signal: AbortSignal) => Promise<ConsentAnswer>;

export interface ConsentRequest {
  program: LocatedProgram;
  composed: ResolvedCommand;
}
/** Whether the program may run now. */
export type Authorize = (request: ConsentRequest, signal: AbortSignal) => Promise<boolean>;

/** Variables that make an interpreter run other code than the file. */
const dangerous =
  /^(LD_.*|DYLD_.*|PATH|NODE_OPTIONS|NODE_PATH|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|PYTHON.*|RUBYOPT|RUBYLIB|PERL5OPT|PERL5LIB|PHPRC|PHP_INI_SCAN_DIR|LUA_INIT.*|LUA_PATH.*|LUA_CPATH.*|GO(FLAGS|ROOT|PATH|ENV|TOOLCHAIN)|RUSTC.*|RUSTFLAGS|CARGO.*|ENV|BASH_ENV|SHELLOPTS|IFS|COMSPEC|PATHEXT)$/i;

export function createAuthorize(trust: TrustStore, ask: AskConsent): Authorize {
  const hash = createFileHash();
  const pending = createPendingDecisions(trust);
  return async ({ program, composed }, signal) => {
    const environment = Object.entries(composed.env).map(([name, value]) => ({
      name,
      value: value ?? '(removed)',
      dangerous: dangerous.test(name),
    }));
    const subject: TrustSubject = {
      ...program,
      sha256: await hash(program.file),
      variant: variantOf(composed, environment),
    };
    if (await trust.covers(subject)) return true;
    const question: Omit<ConsentQuestion, 'id'> = {
      file: program.file,
      sha256: subject.sha256,
      command: renderCommand({ argv: composed.argv, executable: composed.executable, env: composed.env }),
      executable: composed.executable,
      cwd: composed.cwd,
      directory: program.directory,
      environment,
    };
    const decide = async (stop: AbortSignal): Promise<boolean> => {
      const answer = await ask({ id: randomUUID(), ...question }, stop);
      if (answer !== 'deny' && (await hash(program.file)) !== subject.sha256) {
        throw codedError(
          'NotAllowed',
          `${program.file} was changed while it was asked about.`,
          'Run the script again.',
        );
      }
      const { directory, file, sha256, variant } = subject;
      if (answer === 'always-this-content') await trust.add({ scope: 'content', file, sha256, variant });
      if (answer === 'always-this-file') await trust.add({ scope: 'file', file, variant });
      if (answer === 'directory') await trust.add({ scope: 'directory', directory, variant });
      await pending.releaseTrusted();
      return answer !== 'deny';
    };
    return pending.decide(JSON.stringify(question), subject, decide, signal);
  };
}

function variantOf(composed: ComposedCommand, environment: ConsentQuestion['environment']): string {
  const [command] = composed.argv;
  const usual = command === composed.language?.prefix[0];
  const risky = environment.filter((variable) => variable.dangerous).map(({ name, value }) => [name, value]);
  return usual && risky.length === 0 ? '' : JSON.stringify([command, ...risky]);
}

/** SHA-256 of a file in hex, computed again only when its size, times or inode have changed. */
function createFileHash(): (file: string) => Promise<string> {
  const known = new Map<string, { stamp: string; sha256: string }>();
  return async (file) => {
    const { size, mtimeNs, ctimeNs, ino } = await stat(file, { bigint: true });
    const stamp = [size, mtimeNs, ctimeNs, ino].join(' ');
    const found = known.get(file);
    if (found?.stamp === stamp) return found.sha256;
    const digest = createHash('sha256');
    await pipeline(createReadStream(file), digest);
    const sha256 = digest.digest('hex');
    known.set(file, { stamp, sha256 });
    return sha256;
  };
}
