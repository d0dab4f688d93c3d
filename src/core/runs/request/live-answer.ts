/** An answer while it arrives: its head at once, and the text that has come a few times a second. */
import type { HttpHop } from '../../../contract/http/http.ts';
import type { RunEventBody } from '../../../contract/runs/run-event.ts';

/** Most of a body that is shown while it arrives. */
const MAX_LIVE_BYTES = 1024 * 1024;
const LIVE_MS = 50;

/** Options for `send` that tell of the answer as events of the run; `end` tells what is left. */
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
        const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
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
