/** Whether programs are started in a locale whose characters are UTF-8. */
import { spawnSync } from 'node:child_process';

const answers = new Map<string, boolean>();

/**
 * A locale that is not installed can have a name that ends in UTF-8, but then the C library falls back to ASCII. So the
 * system's own `locale` is asked, which takes 2 ms, once for each locale.
 */
export function isUtf8Locale(environment: NodeJS.ProcessEnv): boolean {
  const name = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '';
  if (!/utf-?8/i.test(name)) return false;
  const settings = Object.keys(environment)
    .filter((variable) => /^(LC_\w+|LANG|LANGUAGE|LOCPATH)$/.test(variable))
    .map((variable) => [variable, environment[variable]] as const);
  const key = JSON.stringify(settings);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const { status, stdout, stderr } = spawnSync('locale', ['charmap'], {
    env: { ...Object.fromEntries(settings), PATH: environment['PATH'] },
    encoding: 'utf8',
    timeout: 2000,
  });
  // It complains of each category that is not installed. Where it is missing itself, as on Alpine, the name is believed.
  const answer = status !== 0 || (/utf-?8/i.test(stdout) && stderr === '');
  answers.set(key, answer);
  return answer;
}
