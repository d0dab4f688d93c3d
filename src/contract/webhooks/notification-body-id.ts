/**
 * The id by which `body.lines` and similar calls read the body of a viewed notification: `text` as text, `sent` as the
 * received bytes.
 */
export const notificationBodyId = (id: number, form: 'text' | 'sent'): string => `notification ${id} ${form}`;
