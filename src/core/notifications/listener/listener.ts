/**
 * Receives notifications by HTTP. A notification is answered only once it is durable; those that arrive together share
 * one fsync. No request can stop the listener or make it throw.
 */
import type { ServerResponse } from 'node:http';
import { codedError } from '../../../contract/errors.ts';
import { DEFAULT_LISTENER_PORT } from '../../../contract/webhooks/listener-settings.ts';
import { bindPort, isLoopback } from '../../platform/network/bind-port.ts';
import { closeConnections, createHttpServer } from '../../platform/network/http-server.ts';
import { createAnswerRules } from './responses/answer-rules.ts';
import { arrivalOf, createAdmission } from './listener-admission.ts';
import type { Listener, ListenerOptions } from './listener-api.ts';
import { createBodyReceiver, type BodyExcess } from './receive-body.ts';
import { beginningOf } from './refused-requests.ts';
import { sendResponse } from './responses/send-response.ts';
import { createBatches } from '../store/take-batches.ts';

/**
 * Limit for all bodies that are being received or stored, in bytes: deliberately slow senders must not fill the memory.
 */
const MAX_BODIES_BYTES = 256 * 1024 * 1024;
/** Value of Retry-After for a sender that was refused because of this limit, in seconds. */
const RETRY_AFTER_S = '5';
const limits = {
  maxHeaderBytes: 32 * 1024,
  headersMs: 20_000,
  requestMs: 60_000,
  idleMs: 15_000,
  maxConnections: 10_000,
};

export type { Listener, ListenerOptions, SentGroup } from './listener-api.ts';

/** @throws PortInUse, InvalidParams */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { host = '127.0.0.1', port = DEFAULT_LISTENER_PORT, certificate } = options;
  if (!isLoopback(host) && !options.token) {
    const message = `Listening on ${host} can be reached from other machines.`;
    throw codedError(
      'InvalidParams',
      message,
      'Set a token first (OUTRIGGER_WEBHOOK_TOKEN or --token-file on the command line), or listen on 127.0.0.1.',
    );
  }
  const rules = createAnswerRules(options.recognize, options.onRuleUsed);
  rules.set(options.rules());
  const batches = createBatches(options, rules);
  const bodies = createBodyReceiver(options.maxBodiesBytes ?? MAX_BODIES_BYTES);
  const admission = createAdmission(options);

  const server = createHttpServer(
    limits,
    (request, response) => {
      if (!admission.admit(request, response)) return;
      // Before the body, because a sender that disconnects after it has no address any more.
      const arrival = arrivalOf(request);
      bodies.receive(request, {
        onBody(body, release) {
          arrival.body = body;
          batches.receive({ arrival, response, release });
        },
        onExcess(reason, first) {
          const status = refuseExcess(response, reason);
          options.onRefused({ ...arrival, body: beginningOf(first), reason, status });
        },
      });
    },
    certificate,
  );
  const boundPort = await bindPort(server, { host, port, exact: options.exact ?? false });

  return {
    host,
    port: boundPort,
    url: `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${boundPort}/`,
    movedFrom: port !== 0 && boundPort !== port ? port : undefined,
    setRules: (next) => rules.set(next),
    setToken: (token) => admission.setToken(token),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await batches.close();
      closeConnections(server);
      await closed;
    },
  };
}

/**
 * Answers a request whose body is too large, or exceeds the limit for all bodies. @returns the status of the response
 */
function refuseExcess(response: ServerResponse, reason: BodyExcess): number {
  const headers = [{ name: 'Connection', value: 'close' }];
  if (reason === 'too large') {
    sendResponse(response, { status: 413, headers, body: 'A notification may have 10 MiB.' });
    return 413;
  }
  headers.push({ name: 'Retry-After', value: RETRY_AFTER_S });
  sendResponse(response, { status: 503, headers, body: 'Too much is being received at once; send it again.' });
  return 503;
}
