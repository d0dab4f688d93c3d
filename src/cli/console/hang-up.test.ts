/**
 * When its terminal is closed, a run ends as with Ctrl+C, with its programs and its report. Needs `npm run build`
 * first.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import type { RunReport } from '../../contract/runs/report.ts';
import { alive } from '../../core/testing/alive.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const cli = path.join(import.meta.dirname, '../../../out/main/cli.cjs');

test.runIf(process.platform !== 'win32')(
  'SIGHUP ends a run and its programs, and removes its temporary files',
  async () => {
    const folder = temporaryFolder('hang-up');
    mkdirSync(path.join(folder, 'programs'));
    writeFileSync(path.join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
    writeFileSync(path.join(folder, 'programs/waits.sh'), 'echo $$ > pid; sleep 600 & echo $! >> pid; wait');
    const code = JSON.stringify("await pm.executeAsync('waits.sh');");
    writeFileSync(
      path.join(folder, 'a.yml'),
      `info:\n  name: a\nhttp:\n  url: http://127.0.0.1:1/\nruntime:\n  scripts:\n    - type: before-request\n      code: ${code}\n`,
    );
    const temporary = path.join(folder, 'temporary');
    mkdirSync(temporary);
    const args = ['run', folder, '--allow-programs', '--reporter', 'json', '--out', path.join(folder, 'report.json')];
    const run = execa(process.execPath, [cli, ...args, '--reporter', 'cli'], {
      env: { TMPDIR: temporary },
      reject: false,
    });
    const pidsOf = () => readFileSync(path.join(folder, 'programs/pid'), 'utf8').trim().split('\n').map(Number);
    await vi.waitFor(() => expect(pidsOf()).toHaveLength(2), 20_000);
    // The kernel and the shell each send the signal, and nobody reads the output.
    run.stdout.destroy();
    run.stderr.destroy();
    run.kill('SIGHUP');
    run.kill('SIGHUP');
    expect((await run).exitCode).toBe(130);
    expect(await alive(pidsOf())).toEqual([]);
    const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as RunReport;
    expect(report.outcome).toBe('stopped');
    expect(readdirSync(temporary).filter((name) => name.startsWith('outrigger-run-'))).toEqual([]);
  },
  60_000,
);
