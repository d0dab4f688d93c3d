/** Prints notifications as they arrive, for `outrigger listen`: a line of text or of JSON for each. */
import { styleText } from 'node:util';
import { countText } from '../../contract/count-text.ts';
import { toFailure } from '../../contract/errors.ts';
import { visibleJson, visibleText } from '../../contract/visible-text.ts';
import type { NotificationSummary } from '../../contract/webhooks/notification.ts';
import type { SignatureResult } from '../../contract/webhooks/webhook-signature.ts';
import { parseBody } from '../../core/notifications/body/parse-body.ts';
import type { Notifications } from '../../core/notifications/notifications.ts';
import { parseLossless } from '../../core/platform/json/lossless-json.ts';
import type { Mask } from '../../core/platform/secrets/mask.ts';
import { withoutCiCommands } from '../console/terminal-text.ts';

/** Characters of a path in a printed line. */
const MAX_PATH = 200;
/** While so many notifications wait to be printed, further ones are only counted. */
const MAX_WAITING = 10_000;

export interface ArrivalPrinter {
  /** Returns at once. */
  take(received: readonly NotificationSummary[]): void;
  whenPrinted(): Promise<void>;
}

export interface ArrivalPrinterOptions {
  notifications: Pick<Notifications, 'stored' | 'verify'>;
  mask: Mask;
  options: { color?: boolean; json?: boolean };
  /** Ids of the providers whose secrets this command knows. */
  signing: readonly string[];
  write: (line: string) => unknown;
  notify: (text: string) => void;
  maxWaiting?: number | undefined;
}

export function createArrivalPrinter(printerOptions: ArrivalPrinterOptions): ArrivalPrinter {
  const { notify, maxWaiting = MAX_WAITING } = printerOptions;
  const print = createPrint(printerOptions);
  let waiting: NotificationSummary[] = [];
  let leftOut = 0;
  let printing: Promise<void> | undefined;

  async function printAll(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await print(next);
      } catch (error) {
        notify(`Notification ${next.id} cannot be printed: ${toFailure(error).message}`);
      }
    }
    if (leftOut > 0) {
      const left = countText(leftOut, 'notification');
      notify(`${left} arrived faster than they could be printed. They are stored, and the application lists them.`);
    }
    leftOut = 0;
    printing = undefined;
  }
  return {
    take(received) {
      if (received.length === 0) return;
      if (waiting.length < maxWaiting) waiting = waiting.concat(received);
      else leftOut += received.length;
      printing ??= printAll();
    },
    whenPrinted: async () => printing,
  };
}

function createPrint({
  notifications,
  mask,
  options,
  signing,
  write,
}: ArrivalPrinterOptions): (summary: NotificationSummary) => Promise<void> {
  const colored = options.color ?? (process.stdout.isTTY && !process.env['NO_COLOR']);
  /** Checked in this process, because another process with the listener may not know the secrets of this command. */
  const signatureOf = ({ id, provider }: NotificationSummary): Promise<SignatureResult> | null =>
    provider !== null && signing.includes(provider) ? notifications.verify(id, {}) : null;
  return async (summary) => {
    const signature = await signatureOf(summary);
    if (!options.json) {
      const line = lineOf(mask(summary), mask(signature), colored);
      return void write(`${withoutCiCommands(line)}\n`);
    }
    const { id, receivedAt, method, path, provider, event, kind, title, code, verdict, repeatOf } = summary;
    const storedNotification = await notifications.stored(id);
    // Numbers are printed as the sender has written them; of repeated keys only the text contains all.
    const { text, json: body = text } = parseBody(storedNotification.body, storedNotification.headers, parseLossless);
    const signatureFields = { signature: signature?.state ?? null, signatureReason: signature?.reason ?? null };
    const line = {
      id,
      receivedAt,
      method,
      path,
      provider,
      event,
      kind,
      title,
      code,
      verdict,
      repeatOf,
      ...signatureFields,
      body,
      text,
    };
    write(`${visibleJson(mask(line))}\n`);
  };
}

function lineOf(
  { id, receivedAt, method, path, title, sentence, code, verdict, repeatOf }: NotificationSummary,
  signature: SignatureResult | null,
  colored: boolean,
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(style, text, { validateStream: false }) : text;
  const isPlainPost = method === 'POST' && path === '/';
  const marks = [
    isPlainPost ? '' : paint('dim', visibleText(`${method} ${path.slice(0, MAX_PATH)}`)),
    code ? paint('red', visibleText(code)) : '',
    verdict === 'documented'
      ? ''
      : paint('yellow', verdict === 'differs' ? 'differs from the documented shape' : 'unknown kind'),
    repeatOf === null ? '' : paint('dim', `repeats ${repeatOf}`),
    signature === null ? '' : paint(signatureColors[signature.state], visibleText(signatureText(signature))),
  ].filter(Boolean);
  const head = `${paint('dim', `${receivedAt.slice(11, 23)} #${id}`)} ${paint('bold', visibleText(title))}`;
  const line = [head, ...marks].join('  ');
  return sentence === '' ? line : `${line}\n  ${visibleText(sentence)}`;
}

const signatureColors = { valid: 'green', invalid: 'red', missing: 'yellow' } as const;
const signatureText = ({ state, reason }: SignatureResult): string =>
  state === 'valid' ? 'signature valid' : `signature ${state}: ${reason ?? ''}`;
