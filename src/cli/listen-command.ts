/** `outrigger listen`: the listener without the interface, for terminals and for CI. */
import path from 'node:path';
import { once } from 'node:events';
import { styleText } from 'node:util';
import type { NotificationSummary } from '../contract/notification.ts';
import { visibleJson, visibleText } from '../contract/visible-text.ts';
import type { AppFiles } from '../core/platform/app-files.ts';
import { createMask } from '../core/platform/mask.ts';
import { createNotifications } from '../core/notifications/notifications.ts';
import { workspaceStateFolder } from '../core/platform/private-files.ts';
import { requireFolder } from '../core/session/workspace-files.ts';
import { endSignals } from './end-signals.ts';
import { secretsIn, webhookTokenOf } from './secret-options.ts';
import { notify, withoutCiCommands } from './terminal-text.ts';

export interface ListenOptions {
  port?: number;
  host?: string;
  token?: string;
  tokenFile?: string;
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
  const token = await webhookTokenOf({ token: options.token, file: options.tokenFile });
  const mask = createMask(secretsIn(process.env, [token]));
  let shownNotice: string | null = null;
  let toldRefused = false;
  const notifications = createNotifications({
    file: path.join(workspaceStateFolder(root), 'notifications.sqlite'),
    storeThread,
    mask: () => mask,
    async onReceived(received) {
      for (const one of received) await show(one);
    },
    onStatus({ notice, refused }) {
      if (notice && notice !== shownNotice) notify(notice);
      shownNotice = notice;
      if (refused === 1 && !toldRefused) {
        toldRefused = true;
        notify('a request was refused: a wrong token or none, sent by a web page, or too much received at once');
      }
    },
  });
  const colored = options.color ?? (process.stdout.isTTY && !process.env['NO_COLOR']);

  async function show(summary: NotificationSummary): Promise<void> {
    if (!options.json) return void process.stdout.write(`${withoutCiCommands(lineOf(mask(summary), colored))}\n`);
    const { id, receivedAt, kind, title, code, verdict, repeatOf } = summary;
    const { text, json } = await notifications.parsed(id);
    const body = json === undefined ? text : json;
    process.stdout.write(`${visibleJson(mask({ id, receivedAt, kind, title, code, verdict, repeatOf, body }))}\n`);
  }

  await notifications.keep({ days: options.keepDays ?? null, megabytes: options.keepMegabytes ?? null });
  await notifications.listen({ host: options.host, port: options.port, token, allowBrowsers: options.allowBrowsers });
  notify(`listening on ${notifications.status().url} (Ctrl+C ends)`);
  await Promise.race(endSignals.map((name) => once(process, name)));
  await notifications.close();
}

function lineOf(
  { id, receivedAt, title, sentence, code, verdict, repeatOf }: NotificationSummary,
  colored: boolean,
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(style, text, { validateStream: false }) : text;
  const marks = [
    code ? paint('red', visibleText(code)) : '',
    verdict === 'documented'
      ? ''
      : paint('yellow', verdict === 'differs' ? 'differs from the documented shape' : 'unknown kind'),
    repeatOf === null ? '' : paint('dim', `repeats ${repeatOf}`),
  ].filter(Boolean);
  const head = `${paint('dim', `${receivedAt.slice(11, 23)} #${id}`)} ${paint('bold', visibleText(title))}`;
  return [head, ...marks].join('  ') + `\n  ${visibleText(sentence)}`;
}
