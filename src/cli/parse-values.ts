/** Parses and validates values of options before the command begins. */
import { InvalidArgumentError } from 'commander';

const parseWhole =
  (description: string) =>
  (value: string): number => {
    const whole = Number(value);
    if (!Number.isInteger(whole) || whole <= 0) throw new InvalidArgumentError(`It must be ${description} above 0.`);
    return whole;
  };
export const parseCount = parseWhole('a whole number');
export const parseMilliseconds = parseWhole('a whole number of milliseconds');

/** Each concurrent iteration has its own sandbox process of about 40 MB. */
const MAX_CONCURRENCY = 64;
export function parseConcurrency(value: string): number {
  const count = parseCount(value);
  if (count > MAX_CONCURRENCY) throw new InvalidArgumentError(`It must be at most ${MAX_CONCURRENCY} on one machine.`);
  return count;
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}

export function parseVariable(value: string, before: Record<string, string> = {}): Record<string, string> {
  const separatorIndex = value.indexOf('=');
  if (separatorIndex < 0 && value !== '') {
    const environmentValue = process.env[value];
    if (environmentValue === undefined)
      throw new InvalidArgumentError(`The environment of this command has no ${value}.`);
    return { ...before, [value]: environmentValue };
  }
  if (separatorIndex < 1)
    throw new InvalidArgumentError('It must be key=value, or key to take the value from the environment.');
  return { ...before, [value.slice(0, separatorIndex)]: value.slice(separatorIndex + 1) };
}

export const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** A file that is for one server. */
export interface ServerFile {
  /** Absent: no server was named. */
  server: string | undefined;
  file: string;
}
/** `host=file` or `file`. The part before `=` is a host where it can be one; `./a=b.pem` is a file. */
export function collectServerFile(value: string, before: ServerFile[] = []): ServerFile[] {
  const [, server, file = value] = /^((?:\*|(?:\*\.)?[\w.-]*\w|\[[\da-fA-F:.]+\])(?::\d+)?)=(.+)$/.exec(value) ?? [];
  return [...before, { server, file }];
}
