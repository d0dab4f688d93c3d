import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';

/** The verdict on a notification, as a sentence without its full stop. */
export const verdictTexts = {
  documented: 'As documented',
  differs: 'Differs from the documented shape',
  unknown: 'Unknown kind',
};

/** Whether a notification deserves attention: the kinds of a service that is not a known provider are documented nowhere. */
export const isOddShape = ({ verdict, provider }: Pick<NotificationSummary, 'verdict' | 'provider'>): boolean =>
  verdict === 'differs' || (verdict === 'unknown' && Boolean(provider));
