/** Secrets out of a notification that is stored or exported: credentials by their place, known secrets everywhere. */
import { maskBytes, type Mask } from '../platform/mask.ts';
import { maskForm, maskHeaders, maskUrls, type NamedValue } from '../platform/mask-credentials.ts';
import { headerPairs, type Arrival } from './arrival.ts';

interface Parts {
  path: string;
  headers: NamedValue[];
  body: Buffer;
}

export function maskParts({ path, headers, body }: Parts, mask: Mask): Parts {
  const isForm = headers.some(
    ({ name, value }) => /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded\b/i.test(value),
  );
  return {
    path: mask(maskUrls(path)),
    headers: mask(maskHeaders(headers)),
    body: maskBytes(isForm ? maskBytes(body, maskFormText) : body, mask),
  };
}
const maskFormText: Mask = (text) => (typeof text === 'string' ? (maskForm(text) as typeof text) : text);

/** The same notification where there is nothing to mask. */
export function maskArrival(arrival: Arrival, mask: Mask): Arrival {
  const headers = headerPairs(arrival.rawHeaders);
  const masked = maskParts({ path: arrival.path, headers, body: arrival.body }, mask);
  const isSame =
    masked.path === arrival.path &&
    masked.body === arrival.body &&
    masked.headers.every(({ name, value }, at) => name === headers[at]?.name && value === headers[at].value);
  const rawHeaders = masked.headers.flatMap(({ name, value }) => [name, value]);
  return isSame ? arrival : { ...arrival, path: masked.path, body: masked.body, rawHeaders };
}
