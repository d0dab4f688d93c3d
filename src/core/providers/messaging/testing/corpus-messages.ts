/**
 * Contents of messages in the forms of the service's public documentation, with values of our own: each type of message
 * in its current form, in the forms of earlier versions, forwarded, and quoting others.
 */
import { cards } from './corpus-cards.ts';
import { interactions } from './corpus-interactions.ts';
import { files } from './corpus-files.ts';
import { quotes, texts } from './corpus-texts.ts';
import type { MessageContent } from './message-content.ts';

export const messageContents: readonly MessageContent[] = [...texts, ...quotes, ...files, ...cards, ...interactions];
