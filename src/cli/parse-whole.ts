/** Values of options that are whole numbers. */
import { InvalidArgumentError } from 'commander';

export const parseWhole =
  (what: string) =>
  (value: string): number => {
    const whole = Number(value);
    if (!Number.isInteger(whole) || whole <= 0) throw new InvalidArgumentError(`It is ${what} above 0.`);
    return whole;
  };
export const parseCount = parseWhole('a whole number');

export function parsePort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It is a number from 0 to 65535.');
  return port;
}
