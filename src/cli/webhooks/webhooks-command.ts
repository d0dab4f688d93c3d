/** `outrigger webhooks`: sends received notifications to a server again, unchanged or by a plan. */
import type * as z from 'zod';
import { describeProblems } from '../../contract/describe-problems.ts';
import { codedError } from '../../contract/errors.ts';
import { rehearsalPlan, rehearsalScriptCheck, type RehearsalPlan } from '../../contract/webhooks/rehearsal-calls.ts';
import { visibleJson, visibleText } from '../../contract/visible-text.ts';
import type { SchemeName } from '../../contract/webhooks/signature-schemes.ts';
import { parseYaml } from '../../core/collection/format/parse-yaml.ts';
import { notificationsOf } from '../../core/forwarding/rehearsal/rehearsal-source.ts';
import { rehearsalTable } from '../../core/forwarding/rehearsal/rehearsal-table.ts';
import { isAccepted } from '../../core/forwarding/rehearsal/rehearsal-verdict.ts';
import { rehearse } from '../../core/forwarding/rehearsal/rehearse.ts';
import { replay } from '../../core/forwarding/replay.ts';
import { createWebhookSender } from '../../core/forwarding/send-webhook.ts';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { createMask } from '../../core/platform/secrets/mask.ts';
import {
  openCheckScript,
  type CheckOptions,
  type CheckScriptSession,
  type CliHost,
} from '../run/check-script-session.ts';
import { requireWritable, writeReport } from '../output-file.ts';
import { stopOnSignals } from '../console/end-signals.ts';
import { readInputFile } from '../read-input-file.ts';
import { secretsIn, webhookSecretOf } from '../secret-options.ts';
import { withoutCiCommands } from '../console/terminal-text.ts';
import { openWebhookSource, type SourceOptions } from './webhook-source.ts';

/** The exit code when the server has not accepted every notification. */
const NOT_ACCEPTED = 1;
const MAX_PLAN_BYTES = 1024 * 1024;

interface SendOptions extends SourceOptions {
  to: string;
  secretFile?: string;
  json?: boolean;
}
export interface ReplayOptions extends SendOptions {
  last?: number;
  sign?: SchemeName;
}
export interface RehearseOptions extends SendOptions, CheckOptions {
  plan: string;
  out?: string;
}

/** @returns the exit code. @throws InvalidParams, FileNotFound, NotificationNotFound, Cancelled */
export async function replayCommand(
  numbers: readonly number[],
  options: ReplayOptions,
  files: AppFiles,
): Promise<number> {
  const secret = await webhookSecretOf(options.secretFile);
  const scheme = options.sign && { scheme: options.sign };
  if (scheme && !secret) throw missingSecret();
  const mask = createMask(secretsIn(process.env, [secret]));
  const selection = numbers.length > 0 ? { ids: [...numbers] } : { limit: options.last ?? 1 };
  const source = await openWebhookSource(options, files);
  const sender = createWebhookSender();
  try {
    const notifications = await notificationsOf(
      checked(rehearsalPlan, { notifications: selection }, 'InvalidParams', 'The notifications cannot be sent'),
      source,
    );
    let isAllAccepted = true;
    await replay({
      sender,
      url: options.to,
      sign: scheme && secret ? { scheme, secret } : null,
      signal: stopOnSignals().signal,
      ids: notifications.map(({ summary }) => summary.id),
      read: (id) => source.stored(id),
      async record(delivery) {
        const { notification, method, url, status, durationMs, failure } = delivery;
        isAllAccepted &&= isAccepted(delivery);
        const line = `#${notification} ${method} ${url}: ${failure ?? `${status} in ${durationMs} ms`}`;
        print(options.json ? visibleJson(mask(delivery)) : visibleText(mask(line)));
        return Promise.resolve({ ...delivery, id: 0 });
      },
    });
    return isAllAccepted ? 0 : NOT_ACCEPTED;
  } finally {
    await sender.close();
    await source.close();
  }
}

/** @returns the exit code. @throws InvalidParams, InvalidData, CollectionDamaged, FileNotFound, NotificationNotFound, WriteFailed, Cancelled */
export async function rehearseCommand(options: RehearseOptions, host: CliHost): Promise<number> {
  const plan = await readPlan(options.plan);
  if (options.check !== undefined)
    plan.check = checked(
      rehearsalScriptCheck,
      { script: options.check },
      'InvalidParams',
      '--check does not name a script',
    );
  const secret = await webhookSecretOf(options.secretFile);
  if (plan.sign && !secret) throw missingSecret();
  const mask = createMask(secretsIn(process.env, [secret]));
  const source = await openWebhookSource(options, host.files);
  const sender = createWebhookSender();
  let checking: CheckScriptSession | undefined;
  try {
    const notifications = await notificationsOf(plan, source);
    const { to: url, out, json } = options;
    if (out !== undefined) requireWritable(out);
    if (plan.check && 'script' in plan.check) checking = await openCheckScript(plan.check.script, options, host);
    const runScript = checking?.run;
    const report = await rehearse({
      sender,
      plan,
      notifications,
      url,
      secret,
      mask,
      runScript,
      signal: stopOnSignals().signal,
    });
    if (out !== undefined) await writeReport(out, [`${JSON.stringify(report, null, 2)}\n`]);
    if (json) print(visibleJson(report, 2));
    else for (const line of rehearsalTable(report)) print(visibleText(line));
    return report.passed ? 0 : NOT_ACCEPTED;
  } finally {
    await checking?.close();
    await sender.close();
    await source.close();
  }
}

/** Parses YAML or JSON. @throws InvalidData for an invalid value */
const readPlan = async (file: string): Promise<RehearsalPlan> =>
  checked(
    rehearsalPlan,
    parseYaml(await readInputFile(file, 'plan', MAX_PLAN_BYTES), file) ?? {},
    'InvalidData',
    `${file} is not a rehearsal plan`,
  );

/** @throws an error of this code, with `refusal` and what is wrong */
function checked<T>(schema: z.ZodType<T>, value: unknown, code: 'InvalidData' | 'InvalidParams', refusal: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw codedError(code, `${refusal}: ${describeProblems(parsed.error)}.`);
}

const missingSecret = () =>
  codedError(
    'InvalidParams',
    'The requests have to be signed, but there is no secret.',
    'Set OUTRIGGER_WEBHOOK_SECRET, or name a file with --secret-file.',
  );

const print = (line: string): void => void process.stdout.write(`${withoutCiCommands(line)}\n`);
