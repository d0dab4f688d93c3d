/** Secrets out of a notification that is stored or exported: credentials by their place, known secrets everywhere. */
import { maskBytes, type Mask } from '../platform/mask.ts';
import { maskForm, maskHeaders, maskUrls, type NamedValue } from '../platform/mask-credentials.ts';
import { headerPairs, type Arrival } from './arrival.ts';
import { pack, unpack } from './body-coding.ts';

/** A compressed body that unpacks to more stays as it came: looking through it would hold up the listener. */
const MAX_UNPACKED_BYTES = 1024 * 1024;

interface Parts {
  path: string;
  headers: NamedValue[];
  body: Buffer;
}

export function maskParts({ path, headers, body }: Parts, mask: Mask): Parts {
  const coding = headers.find(({ name }) => /^content-encoding$/i.test(name))?.value;
  const isForm = headers.some(
    ({ name, value }) => /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded\b/i.test(value),
  );
  return {
    path: mask(maskUrls(path)),
    headers: mask(maskHeaders(headers)),
    body: maskPacked(body, coding, (bytes) => maskBytes(isForm ? maskBytes(bytes, maskFormText) : bytes, mask)),
  };
}

/** The same bytes where nothing is masked; else packed as they were. */
function maskPacked(body: Buffer, coding: string | undefined, maskBody: (bytes: Buffer) => Buffer): Buffer {
  const unpacked = unpack(body, coding, MAX_UNPACKED_BYTES) ?? body;
  const masked = maskBody(unpacked);
  if (masked === unpacked) return body;
  return unpacked === body ? masked : pack(masked, coding);
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
