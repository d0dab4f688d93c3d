/**
 * Masks secrets in a run's events and report: known ones everywhere, and credentials in URLs even when they are
 * unknown.
 */
import type { ReportRequest, RunReport } from '../../../contract/runs/report.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import type { Mask } from '../../platform/secrets/mask.ts';
import { maskUrls } from '../../platform/secrets/mask-credentials.ts';

export function maskReport({ requests, ...head }: RunReport, mask: Mask): RunReport {
  return { ...mask(head), requests: requests.map((request) => maskRequest(request, mask)) };
}

export function maskRequest(request: ReportRequest, mask: Mask): ReportRequest {
  return mask({
    ...request,
    url: maskUrls(request.url),
    failure: request.failure && { ...request.failure, message: maskUrls(request.failure.message) },
    errors: request.errors.map(maskUrls),
  });
}

/** Longer than a secret in any of its forms, in characters. */
const LONGEST_FORM = 8 * 1024;

/**
 * Masks the events of a run, one after the other. A long line of a program comes in several events, and a secret may
 * extend over two: the end of such a part is held back until the next part of its stream, or the end of the program.
 */
export function createEventMask(mask: Mask, pass: (event: RunEvent) => void): (event: RunEvent) => void {
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
    if (event.type !== 'program.output') return pass(mask(withoutCredentials(event)));
    const key = `${event.runId} ${event.callId} ${event.stream}`;
    const before = waiting.get(key);
    const text = mask((before?.text ?? '') + event.text);
    const end = event.text.endsWith('\n') ? text.length : Math.max(0, text.length - LONGEST_FORM);
    waiting.delete(key);
    if (end > 0) pass({ ...event, text: text.slice(0, end) });
    if (end < text.length) waiting.set(key, { ...event, text: text.slice(end) });
  };
}

function withoutCredentials(event: RunEvent): RunEvent {
  switch (event.type) {
    case 'request.answered': {
      const { url, failure } = event;
      return {
        ...event,
        url: maskUrls(url),
        ...(failure && { failure: { ...failure, message: maskUrls(failure.message) } }),
      };
    }
    case 'script.request': {
      const { url, failure } = event;
      return { ...event, url: maskUrls(url), ...(failure !== undefined && { failure: maskUrls(failure) }) };
    }
    case 'script.error': {
      const { error } = event;
      return { ...event, error: { ...error, message: maskUrls(error.message) } };
    }
    default:
      return event;
  }
}
