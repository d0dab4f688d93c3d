/** The collection of a workspace, as the interface sees it. */
import * as z from 'zod';

export const collectionInfo = z.object({
  name: z.string(),
  requests: z.array(
    z.object({
      /** The file, from the workspace's folder. */
      id: z.string(),
      name: z.string(),
      method: z.string(),
      /** Names of the folders above it. */
      folders: z.array(z.string()),
    }),
  ),
  environments: z.array(z.string()),
  /** Files that could not be read, each in a sentence. */
  problems: z.array(z.string()),
});
export type CollectionInfo = z.output<typeof collectionInfo>;

export const editedRequest = z.strictObject({
  method: z.string().max(100),
  url: z.string().max(100_000),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string(), disabled: z.boolean().optional() })),
  /** Texts are edited here; forms and files keep what their file says (`other`). */
  body: z.strictObject({ type: z.enum(['none', 'json', 'text', 'xml', 'other']), text: z.string() }),
  preRequest: z.string(),
  postResponse: z.string(),
  docs: z.string(),
});
export type EditedRequest = z.output<typeof editedRequest>;

/** A variable of an environment; the value of a secret never leaves the host. */
export const environmentVariable = z.strictObject({
  name: z.string().min(1).max(1000),
  value: z.string().max(1_000_000),
  secret: z.boolean(),
  /** Of a secret: whether it has a value. */
  set: z.boolean(),
});
export type EnvironmentVariable = z.output<typeof environmentVariable>;

const pair = z.object({ name: z.string(), value: z.string() });
export const sentResponse = z.object({
  status: z.number().int(),
  statusText: z.string(),
  httpVersion: z.string(),
  headers: z.array(pair),
  /** At most 2 MiB of the body, by its charset. */
  text: z.string(),
  truncated: z.boolean(),
  size: z.number().int(),
  downloadedBytes: z.number().int(),
  /** A picture's bytes, as base64. */
  image: z.string().nullable(),
  contentType: z.string(),
  hops: z.array(
    z.object({
      method: z.string(),
      url: z.string(),
      status: z.number().int(),
      requestHeaders: z.array(pair),
      timings: z.object({
        dns: z.number().optional(),
        tcp: z.number().optional(),
        tls: z.number().optional(),
        firstByte: z.number(),
        download: z.number(),
        total: z.number(),
      }),
    }),
  ),
});
export type SentResponse = z.output<typeof sentResponse>;
