import { createHash } from 'node:crypto';

/** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');
