/** Secrets out of a run's events and report: the known ones everywhere, credentials in addresses whether known or not. */
import type { RunReport } from '../../../contract/report.ts';
import type { RunEvent } from '../../../contract/run-event.ts';
import type { Mask } from '../../platform/mask.ts';
import { maskUrls } from '../../platform/mask-credentials.ts';

export function maskReport(report: RunReport, mask: Mask): RunReport {
  const requests = report.requests.map((request) => ({
    ...request,
    url: maskUrls(request.url),
    failure: request.failure && { ...request.failure, message: maskUrls(request.failure.message) },
    errors: request.errors.map(maskUrls),
  }));
  return mask({ ...report, requests });
}

export function maskEvent(event: RunEvent, mask: Mask): RunEvent {
  return mask(withoutCredentials(event));
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
