/**
 * Reads the account of the messaging service for the command line from the environment or a file, and never from
 * arguments, which other users of the machine can see.
 */
import { parseEnv } from 'node:util';
import { codedError } from '../../contract/errors.ts';
import { DEFAULT_ADDRESSES, type AccountSettings } from '../../core/providers/messaging/account/account.ts';
import { readInputFile } from '../read-input-file.ts';
import { isRecord } from '../../core/platform/json/is-record.ts';

const MAX_BYTES = 1024 * 1024;
const variables = {
  apiUrl: 'OUTRIGGER_ACCOUNT_API_URL',
  idInstance: 'OUTRIGGER_ACCOUNT_ID_INSTANCE',
  apiTokenInstance: 'OUTRIGGER_ACCOUNT_TOKEN',
} as const;
const REMEDY = `Set ${variables.idInstance} and ${variables.apiTokenInstance}, or name a file with --account-file.`;

/**
 * @param file JSON, as printed by `outrigger simulate`, or `name=value` on each line; without a file, environment
 * variables are read
 * @throws FileNotFound, InvalidParams
 */
export async function accountOf(file: string | undefined, env: NodeJS.ProcessEnv): Promise<AccountSettings> {
  const source = file === undefined ? 'the environment' : `the file ${file}`;
  const values = file === undefined ? undefined : valuesIn(await readInputFile(file, 'account', MAX_BYTES), source);
  const valueOf = (name: keyof typeof variables): string => {
    const value = values ? values[name] : env[variables[name]];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const apiUrl = valueOf('apiUrl') || DEFAULT_ADDRESSES.apiUrl;
  const idInstance = valueOf('idInstance');
  const apiTokenInstance = valueOf('apiTokenInstance');
  if (!idInstance || !apiTokenInstance) {
    const missing = idInstance ? 'apiTokenInstance' : 'idInstance';
    throw codedError('InvalidParams', `The account in ${source} has no ${missing}.`, REMEDY);
  }
  if (!/^\d+$/.test(idInstance)) {
    throw codedError('InvalidParams', `The idInstance in ${source} is not a number.`, REMEDY);
  }
  if (!/^https?:$/.test(URL.parse(apiUrl)?.protocol ?? '')) {
    throw codedError('InvalidParams', `The apiUrl in ${source} is not an address.`, 'Write it with https://.');
  }
  return { apiUrl, mediaUrl: DEFAULT_ADDRESSES.mediaUrl, idInstance, apiTokenInstance };
}

function valuesIn(text: string, source: string): Record<string, unknown> {
  if (!text.trimStart().startsWith('{')) return parseEnv(text);
  try {
    const values = JSON.parse(text) as unknown;
    if (isRecord(values)) return values;
  } catch {
    // The message of the parser may quote the token.
  }
  throw codedError('InvalidParams', `The account in ${source} is not JSON.`, REMEDY);
}
