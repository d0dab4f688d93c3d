/** Determines whether programs are started in a locale with UTF-8. */
import { spawnSync } from 'node:child_process';

const supportByLocale = new Map<string, boolean>();

/**
 * The name of the locale is not enough: one that is not installed can end in UTF-8, and the C library then falls back
 * to ASCII. So the system's program `locale` is run once for each locale, which takes 2 ms.
 */
export function isUtf8Locale(environment: NodeJS.ProcessEnv): boolean {
  const name = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '';
  if (!/utf-?8/i.test(name)) return false;
  const settings = Object.keys(environment)
    .filter((variable) => /^(LC_\w+|LANG|LANGUAGE|LOCPATH)$/.test(variable))
    .map((variable) => [variable, environment[variable]] as const);
  const key = JSON.stringify(settings);
  const knownSupport = supportByLocale.get(key);
  if (knownSupport !== undefined) return knownSupport;
  const { status, stdout, stderr } = spawnSync('locale', ['charmap'], {
    env: { ...Object.fromEntries(settings), PATH: environment['PATH'] },
    encoding: 'utf8',
    timeout: 2000,
  });
  // `locale` reports categories that are not installed on stderr. Where the program itself is missing, as on Alpine,
  // the name decides.
  const isSupported = status !== 0 || (/utf-?8/i.test(stdout) && stderr === '');
  supportByLocale.set(key, isSupported);
  return isSupported;
}
