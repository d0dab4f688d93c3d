/**
 * By which `body.lines` and its like read the body of a notification that was looked at: `text` as text, `sent` with the
 * bytes as they were sent.
 */
export const notificationBodyId = (id: number, form: 'text' | 'sent'): string => `notification ${id} ${form}`;
