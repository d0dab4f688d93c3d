/**
 * Bruno's own command `run`, once for each message of the parent (bru.ts): loading Bruno takes longer than most runs.
 */
import { createRequire } from 'node:module';

/** A run: the folder of a collection, and the arguments of the command. */
export interface BruRun {
  folder: string;
  args: readonly string[];
}
/** The part of yargs, by which Bruno reads arguments, that is used here. */
interface ArgumentParser {
  command(module: unknown): ArgumentParser;
  strict(): ArgumentParser;
  exitProcess(enabled: boolean): ArgumentParser;
  parseAsync(args: readonly string[]): Promise<unknown>;
}

const requireHere = createRequire(import.meta.url);
const requireInBruno = createRequire(requireHere.resolve('@usebruno/cli/package.json'));
const command: unknown = requireInBruno('./src/commands/run.js');
const yargs = requireInBruno('yargs') as () => ArgumentParser;
const { cookies } = requireInBruno('@usebruno/requests') as {
  cookies: { cookieJar: { removeAllCookiesSync(): void } };
};

// The command ends its process when a test has failed, after the report is written.
process.exit = (code) => {
  throw new Error(`exit code ${code ?? 0}`);
};

process.on('message', ({ folder, args }: BruRun) => {
  process.chdir(folder);
  // Each process of the command begins without cookies.
  cookies.cookieJar.removeAllCookiesSync();
  const parser = yargs().command(command).strict().exitProcess(false);
  void parser
    .parseAsync(args)
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    .then(() => process.send?.('ended'));
});
