/** The form of a rehearsal: its fields, and the conversion to a plan. */
import type { RehearsalPlanInput, RehearsalStep } from '../../../contract/webhooks/rehearsal-calls.ts';
import type { NotificationFilter } from '../../../contract/webhooks/notification.ts';

export interface RehearsalForm {
  seed: number;
  limit: number;
  /** Shares in percent. */
  duplicates: number;
  reordered: number;
  delayed: number;
  gatewayErrors: number;
  timeouts: number;
  giveUpAfterMs: number;
  retries: number;
  /** How a rehearsal checks whether the server has processed a notification. */
  check: 'responses' | 'address' | 'script';
  checkUrl: string;
  checkCount: string;
  /** A script of the workspace, as a relative path; null: none is chosen. */
  checkScript: string | null;
}

export const checkChoices = [
  { value: 'responses', label: 'Its responses only' },
  { value: 'address', label: 'One of its addresses' },
  { value: 'script', label: 'A script' },
] as const satisfies readonly { value: RehearsalForm['check']; label: string }[];

export const firstForm: RehearsalForm = {
  seed: 1,
  limit: 20,
  duplicates: 30,
  reordered: 20,
  delayed: 0,
  gatewayErrors: 10,
  timeouts: 10,
  giveUpAfterMs: 100,
  retries: 2,
  check: 'responses',
  checkUrl: '',
  checkCount: '',
  checkScript: null,
};

/** The fields for shares, each with its label and description. */
export const shareFields = [
  { name: 'duplicates', label: 'Duplicates (%)', description: 'sent twice' },
  { name: 'reordered', label: 'Reordered (%)', description: 'sent later than others' },
  { name: 'delayed', label: 'Delayed (%)', description: 'up to 2 s later' },
  { name: 'gatewayErrors', label: '502 from a gateway (%)', description: 'answered, then sent again' },
  { name: 'timeouts', label: 'Timeouts (%)', description: 'the sender gives up' },
] as const satisfies readonly { name: keyof RehearsalForm; label: string; description: string }[];

export function planOf(form: RehearsalForm, filter: NotificationFilter): RehearsalPlanInput {
  const { seed, limit, giveUpAfterMs, retries } = form;
  const check = checkOf(form);
  return {
    seed,
    giveUpAfterMs,
    retries,
    notifications: { filter, limit },
    ...Object.fromEntries(shareFields.map(({ name }) => [name, form[name] / 100])),
    ...(check ? { check } : {}),
  };
}

function checkOf({ check, checkUrl, checkCount, checkScript }: RehearsalForm): RehearsalPlanInput['check'] {
  const [url, count] = [checkUrl.trim(), checkCount.trim()];
  if (check === 'address' && url !== '') return { url, ...(count === '' ? {} : { count }) };
  if (check === 'script' && checkScript !== null) return { script: checkScript };
  return undefined;
}

/** Describes a step. */
export function stepText({ fault, together, late, delayMs }: RehearsalStep): string {
  const words = {
    none: 'Sent',
    duplicate: together ? 'Sent again at the same moment' : 'Sent again, although it was answered',
    'gateway error': 'Sent; the sender sees a 502 from a gateway',
    'time-out': 'Sent; the sender gives up',
    redelivery: 'Sent again, because the sender saw no response',
  }[fault];
  return [words, late > 0 ? `${late} later than it arrived` : '', delayMs > 0 ? `after ${delayMs} ms` : '']
    .filter(Boolean)
    .join(', ');
}
