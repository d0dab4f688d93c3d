import { expect, test } from 'vitest';
import type { Dispatcher } from 'undici';
import { createIncomingBody, type BodySink } from './incoming-body.ts';

/** Records what the body calls on the connection. */
function recordedController() {
  const calls: string[] = [];
  const controller = {
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    abort: (reason: Error) => calls.push(`abort: ${reason.message}`),
  };
  return { calls, controller: controller as unknown as Dispatcher.DispatchController };
}
function recordedSink(wantsMore = true) {
  const delivered: string[] = [];
  const sink: BodySink = {
    data(bytes) {
      delivered.push(bytes.toString());
      return wantsMore;
    },
    end: () => void delivered.push('end'),
    error: ({ message }) => void delivered.push(`error: ${message}`),
  };
  return { delivered, sink };
}

test('data that arrives before reading begins is delivered first, then the following data, then the end', () => {
  const { controller } = recordedController();
  const { delivered, sink } = recordedSink();
  const incoming = createIncomingBody();
  incoming.start(controller);
  incoming.data(controller, Buffer.from('early'));
  incoming.body.read(sink);
  incoming.data(controller, Buffer.from('late'));
  incoming.end();
  incoming.end(new Error('a second end does not count'));
  expect(delivered).toEqual(['early', 'late', 'end']);
});

test.each([
  [5, 'end'],
  [6, 'error: closed'],
])('a connection that is closed after 5 of %d expected bytes', (bytes, end) => {
  const { controller } = recordedController();
  const { delivered, sink } = recordedSink();
  const incoming = createIncomingBody();
  incoming.start(controller);
  incoming.expect(bytes);
  incoming.data(controller, Buffer.from('whole'));
  incoming.end(new Error('closed'));
  incoming.body.read(sink);
  expect(delivered).toEqual(['whole', end]);
});

test('an end before reading begins is delivered to the reader', () => {
  const { delivered, sink } = recordedSink();
  const incoming = createIncomingBody();
  incoming.end(new Error('broken off'));
  incoming.body.read(sink);
  expect(delivered).toEqual(['error: broken off']);
});

test("the server is slowed down while nobody reads, and while the reader's buffer is full", () => {
  const { calls, controller } = recordedController();
  const { sink } = recordedSink(false);
  const incoming = createIncomingBody();
  incoming.start(controller);
  incoming.data(controller, Buffer.alloc(64 * 1024));
  expect(calls).toEqual([]);
  incoming.data(controller, Buffer.alloc(1));
  incoming.body.read(sink);
  incoming.data(controller, Buffer.from('more'));
  expect(calls).toEqual(['pause', 'resume', 'pause']);
});

test('cancelling aborts the request, unless its body has ended', () => {
  const { calls, controller } = recordedController();
  const incoming = createIncomingBody();
  incoming.start(controller);
  incoming.body.cancel();
  incoming.end();
  incoming.body.cancel();
  expect(calls).toEqual(['abort: not read to its end']);
});
