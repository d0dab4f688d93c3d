/**
 * Masks the secrets of a notification that is stored or exported: credentials by their place, known secrets everywhere.
 */
import { headerValueOf } from '../../contract/http/header-value.ts';
import { mediaType } from '../../contract/http/media-type.ts';
import { maskBytes, noMask, type Mask } from '../platform/secrets/mask.ts';
import {
  maskForm,
  maskHeaders,
  maskUrls,
  mayHoldCredential,
  type NamedValue,
} from '../platform/secrets/mask-credentials.ts';
import { headerPairs, type Arrival } from './listener/arrival.ts';
import { pack, unpack } from './body/body-coding.ts';

/** A compressed body that expands to more is not masked: decompressing it would block the listener. */
const MAX_UNPACKED_BYTES = 1024 * 1024;

interface Parts {
  path: string;
  headers: NamedValue[];
  body: Buffer;
}

export function maskParts({ path, headers, body }: Parts, mask: Mask): Parts {
  const isForm = mediaType(headerValueOf(headers, 'content-type') ?? '') === 'application/x-www-form-urlencoded';
  return {
    path: mask(maskUrls(path)),
    headers: mask(maskHeaders(headers)),
    body:
      isForm || mask !== noMask
        ? maskPacked(body, headerValueOf(headers, 'content-encoding'), masksOf(isForm, mask))
        : body,
  };
}

const masksOf = (isForm: boolean, mask: Mask): Mask[] => [
  ...(isForm ? [maskFormText] : []),
  ...(mask === noMask ? [] : [mask]),
];

/** @returns the same bytes where nothing is masked; otherwise masked and compressed as before */
function maskPacked(body: Buffer, coding: string | undefined, masks: readonly Mask[]): Buffer {
  const unpacked = unpack(body, coding, MAX_UNPACKED_BYTES) ?? body;
  const masked = masks.reduce(maskBytes, unpacked);
  if (masked === unpacked) return body;
  return unpacked === body ? masked : pack(masked, coding);
}
const maskFormText: Mask = (text) => (typeof text === 'string' ? (maskForm(text) as typeof text) : text);

/** A body of this type is masked by the names of its fields. */
const FORM = /urlencoded/i;
/**
 * Whether anything but a known secret could have to be masked. Tells it for the addresses and headers of any number of
 * notifications in one text, also as JSON, which escapes none of the characters that are searched.
 */
export const mayNeedMask = (addressesAndHeaders: string): boolean =>
  mayHoldCredential(addressesAndHeaders) || FORM.test(addressesAndHeaders);

/** @returns the same notification where nothing is masked, otherwise a masked copy */
export function maskArrival(arrival: Arrival, mask: Mask): Arrival {
  if (mask === noMask && !mayNeedMask([arrival.path, ...arrival.rawHeaders].join('\n'))) return arrival;
  const headers = headerPairs(arrival.rawHeaders);
  const masked = maskParts({ path: arrival.path, headers, body: arrival.body }, mask);
  const isSame =
    masked.path === arrival.path &&
    masked.body === arrival.body &&
    masked.headers.every(({ name, value }, index) => name === headers[index]?.name && value === headers[index].value);
  if (isSame) return arrival;
  const rawHeaders = masked.headers.flatMap(({ name, value }) => [name, value]);
  return { ...arrival, path: masked.path, body: masked.body, rawHeaders };
}
