/** `outrigger load`: a load run on this computer, with a line of statistics every second and a report at its end. */
import { codedError } from '../../contract/errors.ts';
import { DEFAULT_MAX_RUNNING } from '../../contract/load/load-limits.ts';
import type { LoadModel, LoadProgress, LoadReport } from '../../contract/load/load.ts';
import { visibleJson } from '../../contract/visible-text.ts';
import { parseExpectation, requireNames } from '../../core/load/expectations.ts';
import { nameOfRequest } from '../../core/load/load-iterations.ts';
import { loadHtml } from '../../core/load/report/html.ts';
import { loadText, progressText } from '../../core/load/report/text.ts';
import { runLoad } from '../../core/load/run-load.ts';
import type { LoadOptions, LoadReporter } from './load-options.ts';
import { openLoadSession } from './load-session.ts';
import { requireWritable, writeReport } from '../output-file.ts';
import type { RunHost } from '../run/run-session.ts';
import { terminalText } from '../console/terminal-text.ts';

const DEFAULT_USERS_PER_SECOND = 10;
/** Seconds between the lines where stdout is not a terminal. */
const LINE_EVERY_SECONDS = 10;

const exitCodes = { passed: 0, failed: 1, stopped: 130 };
const formats: Record<LoadReporter, (report: LoadReport) => string> = {
  json: (report) => `${visibleJson(report, 2)}\n`,
  html: loadHtml,
};

/** @returns the exit code. @throws a coded error for invalid arguments, before anything is sent */
export async function loadCommand(targetName: string, options: LoadOptions, host: RunHost): Promise<number> {
  const model = modelOf(options);
  const expectations = (options.expect ?? []).map(parseExpectation);
  const reports = reportsOf(options);
  const openedSession = await openLoadSession(targetName, options, host);
  const { scopes, requests, mask } = openedSession;
  try {
    requireNames(expectations, requests.map(nameOfRequest));
    for (const { file } of reports) if (file !== undefined) requireWritable(file);
    const line = progressLine(options.for);
    const report = await openedSession.run((iterations, signal) =>
      runLoad(
        {
          ...iterations,
          model,
          expectations,
          environment: scopes.environment.name ?? null,
          durationMs: options.for,
          onProgress: line.show,
        },
        signal,
      ),
    );
    line.end();
    const maskedReport = mask(report);
    const hasStdout = reports.some(({ file }) => file === undefined);
    (hasStdout ? process.stderr : process.stdout).write(terminalText(loadText(maskedReport)));
    for (const { format, file } of reports) await writeReport(file, [formats[format](maskedReport)]);
    return exitCodes[report.outcome];
  } finally {
    await openedSession.close();
  }
}

function modelOf({ users, rate, think, arrivals, spacing }: LoadOptions): LoadModel {
  if (arrivals !== undefined) {
    return { kind: 'arrivals', perSecond: arrivals, spacing, maxRunning: users ?? DEFAULT_MAX_RUNNING };
  }
  if (users === undefined) {
    throw codedError(
      'InvalidParams',
      'The number of users, or of iterations per second, is missing.',
      'Give --users <n> or --arrivals <n>.',
    );
  }
  return { kind: 'users', users, usersPerSecond: rate ?? DEFAULT_USERS_PER_SECOND, thinkMs: think ?? 0 };
}

/** @throws InvalidParams */
function reportsOf({ reporter, out = [] }: LoadOptions): { format: LoadReporter; file: string | undefined }[] {
  const names = reporter ?? out.map((file): LoadReporter => (/\.json$/i.test(file) ? 'json' : 'html'));
  const reports = names.map((format, index) => ({ format, file: out[index] }));
  const extra = out[names.length];
  if (extra !== undefined) {
    throw codedError('InvalidParams', `--out ${extra} belongs to no report.`, 'Add --reporter json or html.');
  }
  if (reports.filter(({ file }) => file === undefined).length > 1) {
    throw codedError(
      'InvalidParams',
      'Two reports cannot both go to the terminal.',
      'Name a file for each report with --out.',
    );
  }
  return reports;
}

/** One line that is updated on a terminal; elsewhere a line every ten seconds. */
function progressLine(totalMs: number): { show: (progress: LoadProgress) => void; end: () => void } {
  const { stderr } = process;
  let isShown = false;
  return {
    show(progress) {
      const text = progressText(progress, totalMs);
      if (stderr.isTTY) {
        stderr.write(`\r\x1b[K${text.slice(0, Math.max(20, stderr.columns - 1))}`);
        isShown = true;
      } else if ((progress.second.second + 1) % LINE_EVERY_SECONDS === 0) stderr.write(`${text}\n`);
    },
    end: () => void (isShown && stderr.write('\r\x1b[K')),
  };
}
