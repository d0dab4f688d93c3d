/** What --env names may be anything: each mistake is told before something is sent, and none reveals a secret. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const cli = path.join(import.meta.dirname, '../../../out/main/cli.cjs');
let folder: string;
beforeAll(async () => {
  folder = temporaryFolder('environment-file');
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  mkdirSync(path.join(folder, 'environments'));
  write('opencollection.yml', 'opencollection: 1.0.0\n');
  write('a.yml', 'http:\n  url: http://127.0.0.1:1/\n');
  write('environments/Staging.yml', 'name: Staging\n');
  write('values.env', 'password=hunter2\n');
  write('deep.json', `{"name":"a","values":[${'['.repeat(10_000)}${']'.repeat(10_000)}]}`);
  symlinkSync('/etc/hostname', path.join(folder, 'environments/Live.yml'));
  await execa('mkfifo', [path.join(folder, 'pipe')]);
});

test.each([
  ['values.env', /values\.env is not JSON\.\n.*--env-var-file/],
  ['deep.json', /deep\.json is not an environment of Postman/],
  ['/dev/zero', /environment \/dev\/zero has more than 16 MB/],
  ['environments', /There is no environment "environments"/],
  ['Live', /There is no environment "Live"[^]*environments\/Live\.yml leads through a link out of the folder/],
])('--env %s', async (environment, message) => {
  const args = [cli, 'run', folder, '--env', environment];
  const { exitCode, all } = await execa(process.execPath, args, { cwd: folder, all: true, reject: false });
  expect(all).toMatch(message);
  expect(all).not.toMatch(/hunter2|→/);
  expect(exitCode).toBe(2);
});

test('a pipe that another program writes to is an environment', async () => {
  const writer = execa('sh', ['-c', `echo '{"name":"Piped","values":[]}' > pipe`], { cwd: folder });
  const args = [cli, 'run', folder, '--env', 'pipe', '--reporter', 'json'];
  const { stdout } = await execa(process.execPath, args, { cwd: folder, reject: false });
  await writer;
  expect(JSON.parse(stdout)).toMatchObject({ environment: 'Piped' });
});
