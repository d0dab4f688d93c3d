/**
 * Masks secrets in a run's events and report: known ones everywhere, and credentials in URLs even when they are
 * unknown.
 */
import type { ReportRequest, RunReport } from '../../../contract/runs/report.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import type { Mask } from '../../platform/secrets/mask.ts';
import { maskContent } from '../../platform/secrets/mask-content.ts';
import { maskAddress, maskUrls } from '../../platform/secrets/mask-credentials.ts';

export function maskReport({ requests, ...head }: RunReport, mask: Mask): RunReport {
  return { ...maskContent(head, mask), requests: requests.map((request) => maskRequest(request, mask)) };
}

export const maskRequest = (request: ReportRequest, mask: Mask): ReportRequest =>
  maskContent(requestWithoutCredentials(request), mask);

function requestWithoutCredentials(request: ReportRequest): ReportRequest {
  const url = maskAddress(request.url);
  const { failure, errors } = request;
  // Not copied, because most of the thousands of requests are like this.
  if (url === request.url && failure === null && errors.length === 0) return request;
  return {
    ...request,
    url,
    failure: failure && { ...failure, message: maskUrls(failure.message) },
    errors: errors.map(maskUrls),
  };
}

/** Longer than a secret in any of its forms, in characters. */
const LONGEST_FORM = 8 * 1024;

/**
 * Masks the events of a run, one after the other. A long line of a program comes in several events, and a secret may
 * extend over two: the end of such a part is held back until the next part of its stream, or the end of the program.
 */
export function createEventMask(
  mask: Mask,
  pass: (event: RunEvent) => void,
  prepare: (event: RunEvent) => RunEvent = withoutCredentials,
): (event: RunEvent) => void {
  type Output = Extract<RunEvent, { type: 'program.output' }>;
  /** For each call and stream, the masked beginning of a line that was not passed on yet. */
  const waiting = new Map<string, Output>();
  const release = (key: string) => {
    const event = waiting.get(key);
    waiting.delete(key);
    if (event?.text) pass(event);
  };
  return (event) => {
    if (event.type === 'program.finished') {
      for (const stream of ['stdout', 'stderr']) release(`${event.runId} ${event.callId} ${stream}`);
    }
    if (event.type !== 'program.output') return pass(maskContent(prepare(event), mask));
    const key = `${event.runId} ${event.callId} ${event.stream}`;
    const before = waiting.get(key);
    const text = mask((before?.text ?? '') + event.text);
    const end = event.text.endsWith('\n') ? text.length : Math.max(0, text.length - LONGEST_FORM);
    waiting.delete(key);
    if (text === event.text && end === text.length) return pass(event);
    if (end > 0) pass({ ...event, text: text.slice(0, end) });
    if (end < text.length) waiting.set(key, { ...event, text: text.slice(end) });
  };
}

/** The events of runs as a window gets them. */
export interface WindowEvents {
  /** @param isMasked whether the event differs from what has happened; the original follows */
  event(event: RunEvent, isMasked: boolean): void;
  unmasked(event: RunEvent): void;
}

/**
 * Masks the known secrets in what the window's console and tests show, and passes the original of each masked event on
 * beside it, for a person who wants to see the secrets. What shows a response is not masked, because the response itself
 * is not.
 */
export function createWindowMask(mask: Mask, { event: pass, unmasked }: WindowEvents): (event: RunEvent) => void {
  let passed: RunEvent[] = [];
  const maskNext = createEventMask(
    mask,
    (event) => void passed.push(event),
    (event) => event,
  );
  return (event) => {
    if (event.type === 'response.started' || event.type === 'response.chunk' || event.type === 'visualization') {
      return pass(event, false);
    }
    passed = [];
    maskNext(event);
    for (const maskedEvent of passed) pass(maskedEvent, maskedEvent !== event);
    if (!passed.includes(event)) unmasked(event);
  };
}

function withoutCredentials(event: RunEvent): RunEvent {
  switch (event.type) {
    case 'request.answered': {
      const { failure } = event;
      const url = maskAddress(event.url);
      if (url === event.url && !failure) return event;
      return {
        ...event,
        url,
        ...(failure && { failure: { ...failure, message: maskUrls(failure.message) } }),
      };
    }
    case 'script.request': {
      const { url, failure } = event;
      return { ...event, url: maskAddress(url), ...(failure !== undefined && { failure: maskUrls(failure) }) };
    }
    case 'script.error': {
      const { error } = event;
      return { ...event, error: { ...error, message: maskUrls(error.message) } };
    }
    default:
      return event;
  }
}
