/** The cases of `cases/`: each is a request with its scripts, or a collection of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import * as z from 'zod';

export const casesFolder = path.join(import.meta.dirname, 'cases');
/** The folder of the files that requests send. */
export const filesFolder = path.join(import.meta.dirname, 'files');

const answer = z.strictObject({
  status: z.number().optional(),
  reason: z.string().optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  body: z.string().optional(),
  /** The whole response as it is written to the socket, one character for each byte (latin1), instead of all above. */
  raw: z.string().optional(),
});
/** The server's response to requests below `/case`. */
export type Answer = z.output<typeof answer>;

const script = z.union([z.string(), z.array(z.string())]);
const requestCase = z.strictObject({
  name: z.string(),
  /** A request of a Postman collection. Absent: a GET of `/case`. */
  request: z.unknown().optional(),
  prerequest: script.optional(),
  test: script.optional(),
  protocolProfileBehavior: z.record(z.string(), z.unknown()).optional(),
  variable: z.array(z.unknown()).optional(),
  answer: answer.optional(),
});
const flowCase = z.strictObject({
  name: z.string(),
  /** A Postman collection without `info`. An item may have `prerequest` and `test` instead of `event`. */
  collection: z.record(z.string(), z.unknown()),
  /** Whether the collection is used as it is, without `info` and the short forms of scripts. */
  asIs: z.boolean().optional(),
  environment: z.array(z.record(z.string(), z.unknown())).optional(),
  globals: z.record(z.string(), z.unknown()).optional(),
  data: z.union([z.strictObject({ csv: z.string() }), z.strictObject({ json: z.unknown() })]).optional(),
  options: z
    .strictObject({
      folder: z.union([z.string(), z.array(z.string())]).optional(),
      iterationCount: z.number().optional(),
      bail: z.boolean().optional(),
      /** Timeout of a script in milliseconds. */
      timeoutScript: z.number().optional(),
    })
    .optional(),
  answer: answer.optional(),
});
export type RequestCase = z.output<typeof requestCase> & { id: string };
export type FlowCase = z.output<typeof flowCase> & { id: string };
export interface Cases {
  /** Run one after another, as one collection. */
  requests: RequestCase[];
  /** Each is run as a collection of its own. */
  flows: FlowCase[];
}

/** @throws an error that names the file, when it does not match the schema above */
export function readCases(): Cases {
  const single = z.array(requestCase);
  return {
    requests: ['scripts', 'requests'].flatMap((kind) => readKind(kind, single)),
    flows: readKind('flows', z.array(flowCase)),
  };
}

/** @returns the cases with their ids, such as `scripts/chai: deep equal` */
function readKind<T extends { name: string }>(kind: string, schema: z.ZodType<T[]>): (T & { id: string })[] {
  const folder = path.join(casesFolder, kind);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const { data, error } = schema.safeParse(readYaml(path.join(folder, file)));
      if (error) throw new Error(`${kind}/${file}: ${z.prettifyError(error)}`);
      return data.map((row) => ({ ...row, id: `${kind}/${path.basename(file, '.yaml')}: ${row.name}` }));
    });
}

function readYaml(file: string): unknown {
  const document = parseDocument(readFileSync(file, 'utf8'));
  const [problem] = document.errors;
  if (problem) throw new Error(`${file}: ${problem.message}`);
  return document.toJS();
}
