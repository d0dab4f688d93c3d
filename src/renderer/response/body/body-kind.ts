import type { SentResponse } from '../../../contract/collection/collection.ts';
import { mediaType } from '../../../contract/http/media-type.ts';

/** Whether the body is JSON, by its type or by how its text begins. */
export const isJsonBody = ({ contentType, text }: Pick<SentResponse, 'contentType' | 'text'>): boolean =>
  /json/.test(mediaType(contentType)) || (text !== null && /^\s*[[{]/.test(text));
