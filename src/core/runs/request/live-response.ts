/** Reports a response while it arrives: its head at once, and the received text a few times a second. */
import type { HttpHop } from '../../../contract/http/http.ts';
import type { RunEventBody } from '../../../contract/runs/run-event.ts';
import { headerValueOf } from '../../../contract/http/header-value.ts';

/** Limit of a body's text that is shown while it arrives, in bytes. */
const MAX_LIVE_BYTES = 1024 * 1024;
const LIVE_MS = 50;

/** Options for `send` that report the response as events of the run; `end` reports the rest. */
export function liveEvents(emit: (event: RunEventBody) => void) {
  const decoder = new TextDecoder();
  let isText = false;
  let [bytes, text] = [0, ''];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (text !== '') emit({ type: 'response.chunk', text, bytes });
    text = '';
  };
  return {
    options: {
      onResponse({ status, statusText, headers }: HttpHop) {
        const contentType = headerValueOf(headers, 'content-type') ?? '';
        isText = /^text\/|json|xml|javascript/i.test(contentType);
        emit({ type: 'response.started', status, statusText, contentType });
      },
      onChunk(chunk: Buffer) {
        bytes += chunk.length;
        if (!isText || bytes - chunk.length > MAX_LIVE_BYTES) return;
        text += decoder.decode(chunk, { stream: true });
        timer ??= setTimeout(flush, LIVE_MS);
      },
    },
    end() {
      clearTimeout(timer);
      flush();
    },
  };
}
