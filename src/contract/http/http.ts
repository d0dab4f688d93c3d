/** One HTTP request in the form in which it is sent, with every variable resolved, and the response. */
import * as z from 'zod';

export interface HttpField {
  name: string;
  value: string;
  disabled?: boolean;
  /** A header of the request's authentication: it does not follow a redirect to another origin. */
  credential?: boolean;
}
/** A field of a multipart form: a text, or files streamed from disk. */
export interface FormPart {
  name: string;
  value?: string;
  /** Paths, absolute or relative to the workspace. */
  files?: string[];
  /** Sent instead of the names of the files. */
  fileName?: string;
  contentType?: string;
  disabled?: boolean;
}
export type HttpBody =
  /** `isBase64`: `text` is bytes in base64, which a script has set; they are sent without a type of their own. */
  | { mode: 'raw'; text: string; contentType?: string; isBase64?: true }
  | { mode: 'urlencoded'; fields: HttpField[] }
  | { mode: 'formdata'; parts: FormPart[] }
  /** Without `contentType` the type follows from the file's extension; with an empty one, none is sent. */
  | { mode: 'file'; path: string; contentType?: string }
  | { mode: 'graphql'; query?: string; variables: string; operationName?: string };

export interface HttpRequest {
  method: string;
  url: string;
  /** Values for the segments `/:name` of the URL, which replace them when the request is sent. */
  pathParams?: { name: string; value: string }[];
  /** Parameters of the query that are not sent. Scripts see them at their place among the others, and can enable them. */
  disabledQuery?: { name: string; value: string; place: number }[];
  headers: HttpField[];
  body?: HttpBody;
}

/** Milliseconds since the request began; a phase that did not happen (a connection was reused) is absent. */
export interface HttpTimings {
  /** Whether an earlier request had made the connection. Absent with the times of connecting: they were not measured. */
  reused?: boolean;
  dns?: number;
  tcp?: number;
  tls?: number;
  /** From the end of writing the request until the first byte of the response. */
  firstByte: number;
  download: number;
  total: number;
}

/** One request and response on the wire; a redirect makes another one. */
export interface HttpHop {
  method: string;
  url: string;
  requestHeaders: { name: string; value: string }[];
  status: number;
  statusText: string;
  httpVersion: string;
  headers: { name: string; value: string }[];
  timings: HttpTimings;
}

const content = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** At most MAX_STORED_BODY characters. */
  body: z.string(),
  /** Bytes of the whole body; null where the size is unknown before sending. */
  size: z.number().int().nullable(),
  /** Why the body is not complete here. */
  missing: z.enum(['truncated', 'binary']).nullable(),
});
/** A request and its response in the form that the console and the runner show later. */
export const storedExchange = z.object({
  method: z.string(),
  url: z.string(),
  /** Null: there was no response. */
  status: z.number().int().nullable(),
  statusText: z.string(),
  request: content,
  response: content.nullable(),
});
export type StoredExchange = z.output<typeof storedExchange>;
export type StoredContent = z.output<typeof content>;
export const MAX_STORED_BODY = 64 * 1024;
