/**
 * Secrets for the command line. Other users of the machine see the arguments of a command (`ps`): each secret can also
 * come from a file or from the environment.
 */
import { parseEnv } from 'node:util';
import { codedError } from '../contract/errors.ts';
import { readInputFile } from './read-input-file.ts';

/** Limit of a file with secrets or variables. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Secrets in environment variables, and given ones; for `createMask`. */
export function secretsIn(env: NodeJS.ProcessEnv, more: readonly (string | undefined)[] = []): string[] {
  const inEnvironment = Object.entries(env)
    .filter(([name]) =>
      /^OUTRIGGER_(SECRET_.*|WEBHOOK_TOKEN|WEBHOOK_SECRET|ACCOUNT_TOKEN|CERT_PASSPHRASE|ENGINE_PASSWORD)$/.test(name),
    )
    .map(([, value]) => value);
  return [...inEnvironment, ...more].filter((value) => value !== undefined && value !== '') as string[];
}

/**
 * The token that senders of webhooks have to present: from the option, from a file without its last line end, or from
 * OUTRIGGER_WEBHOOK_TOKEN. @throws FileNotFound, InvalidParams
 */
export async function webhookTokenOf(options: {
  token: string | undefined;
  file: string | undefined;
}): Promise<string | undefined> {
  if (options.token !== undefined && options.file !== undefined) {
    throw codedError('InvalidParams', 'The token was given twice.', 'Give it either as text or as a file.');
  }
  if (options.file === undefined) return options.token ?? (process.env['OUTRIGGER_WEBHOOK_TOKEN'] || undefined);
  const token = (await read('token', options.file)).replace(/\r?\n$/, '');
  if (token === '' || /[\r\n]/.test(token)) {
    throw codedError('InvalidParams', `The token in ${options.file} is not one line.`, 'Write only the token there.');
  }
  return token;
}

/**
 * The secret with which webhooks are signed: from a file without its last line end, or from OUTRIGGER_WEBHOOK_SECRET.
 * @throws FileNotFound
 */
export async function webhookSecretOf(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return process.env['OUTRIGGER_WEBHOOK_SECRET'] || undefined;
  return (await read('secret', file)).replace(/\r?\n$/, '');
}

/**
 * The address of a queue with the password of OUTRIGGER_ENGINE_PASSWORD, where the address has none. What is not an address
 * stays as it is: whoever connects refuses it.
 */
export function engineAddress(engine: string, env: NodeJS.ProcessEnv = process.env): string {
  const password = env['OUTRIGGER_ENGINE_PASSWORD'];
  if (!password || !URL.canParse(engine)) return engine;
  const url = new URL(engine);
  if (url.password === '') url.password = encodeURIComponent(password);
  return url.href;
}

/** The secrets in a file, one on each line. @throws FileNotFound, InvalidParams when it has none */
export async function readSecretLines(file: string): Promise<string[]> {
  const lines = (await read('secret', file)).split(/\r?\n/).filter(Boolean);
  if (lines.length > 0) return lines;
  throw codedError('InvalidParams', `The file ${file} contains no secret.`, 'Write one in each line.');
}

/** Variables of a file in dotenv format: `name=value` on each line. @throws FileNotFound, FileTooLarge */
export async function readVariables(file: string): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parseEnv(await read('variables', file))).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

const read = (content: string, file: string): Promise<string> =>
  readInputFile(file, `file with the ${content}`, MAX_BYTES);
