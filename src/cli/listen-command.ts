/** `outrigger listen`: the listener without the interface, for terminals and for CI. */
import path from 'node:path';
import { once } from 'node:events';
import { styleText } from 'node:util';
import type { NotificationSummary } from '../contract/notification.ts';
import type { AppFiles } from '../core/platform/app-files.ts';
import { createNotifications } from '../core/notifications/notifications.ts';
import { parseBody } from '../core/notifications/parse-body.ts';
import { stateFile } from '../core/session/workspace-notifications.ts';
import { requireFolder } from '../core/session/workspace-files.ts';

export interface ListenOptions {
  port?: number;
  host?: string;
  token?: string;
  workspace?: string;
  keepDays?: number;
  keepMegabytes?: number;
  allowBrowsers?: boolean;
  json?: boolean;
  color?: boolean;
}

/** Listens until it is interrupted. @throws PortInUse, InvalidParams, NotAFolder, StorageFailed */
export async function listenCommand(options: ListenOptions, { storeThread }: AppFiles): Promise<void> {
  const root = await requireFolder(path.resolve(options.workspace ?? '.'));
  let shownNotice: string | null = null;
  let toldRefused = false;
  const notifications = createNotifications({
    file: stateFile(root),
    storeThread,
    async onReceived(received) {
      for (const one of received) await show(one);
    },
    onStatus({ notice, refused }) {
      if (notice && notice !== shownNotice) process.stderr.write(`outrigger: ${notice}\n`);
      shownNotice = notice;
      if (refused === 1 && !toldRefused) {
        toldRefused = true;
        process.stderr.write('outrigger: a request was refused: a wrong token or none, or sent by a web page\n');
      }
    },
  });
  const colored = options.color ?? (process.stdout.isTTY && !process.env['NO_COLOR']);

  async function show(summary: NotificationSummary): Promise<void> {
    if (!options.json) return void process.stdout.write(`${lineOf(summary, colored)}\n`);
    const { id, receivedAt, kind, title, code, verdict, repeatOf } = summary;
    const { body: bytes, headers } = await notifications.stored(id);
    const { text, json } = parseBody(bytes, headers);
    const body = json === undefined ? text : json;
    process.stdout.write(`${JSON.stringify({ id, receivedAt, kind, title, code, verdict, repeatOf, body })}\n`);
  }

  await notifications.keep({ days: options.keepDays ?? null, megabytes: options.keepMegabytes ?? null });
  const { host, port, token, allowBrowsers } = options;
  await notifications.listen({ host, port, token, allowBrowsers });
  process.stderr.write(`outrigger: listening on ${notifications.status().url} (Ctrl+C ends)\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await notifications.close();
}

function lineOf(
  { id, receivedAt, title, sentence, code, verdict, repeatOf }: NotificationSummary,
  colored: boolean,
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(style, text, { validateStream: false }) : text;
  const marks = [
    code ? paint('red', code) : '',
    verdict === 'documented'
      ? ''
      : paint('yellow', verdict === 'differs' ? 'differs from the documented shape' : 'unknown kind'),
    repeatOf === null ? '' : paint('dim', `repeats ${repeatOf}`),
  ].filter(Boolean);
  const head = `${paint('dim', `${receivedAt.slice(11, 23)} #${id}`)} ${paint('bold', title)}`;
  return [head, ...marks].join('  ') + `\n  ${sentence}`;
}
