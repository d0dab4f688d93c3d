/** The outcome of a case in one engine, in the form in which two engines are compared. JSON values only. */

/** A request as the server received it, without values that differ each time it is sent. */
export interface ReceivedRequest {
  method: string;
  target: string;
  /** `name: value`, with names in lower case, sorted. */
  headers: string[];
  /** One character for each byte (latin1), so that every byte is preserved. */
  body: string;
}

/** One request of a collection, with its scripts. */
export interface ItemOutcome {
  name: string;
  /** Starts at 0. */
  iteration: number;
  requests: ReceivedRequest[];
  /** `passed name`, `skipped name` or `failed name: AssertionError: message`. */
  tests: string[];
  /** `TypeError: message`: errors of scripts, and of code that they have left running. */
  errors: string[];
  /** `log text`. */
  console: string[];
}

/** The variables after the run, by name. */
export interface Variables {
  environment: Record<string, unknown>;
  globals: Record<string, unknown>;
  collection: Record<string, unknown>;
}

export interface Outcome {
  items: ItemOutcome[];
  variables: Variables;
}

/** Recorded for a request without a response and for a script that timed out, because the engines' messages differ. */
export const noResponse = { name: 'Request', message: 'there is no response' };
/** Recorded for a collection or a data file that the engine does not run at all. */
export const refused = { name: 'Run', message: 'was refused' };
export const timeout = { name: 'Script', message: 'took too long' };

export const noVariables = (): Variables => ({ environment: {}, globals: {}, collection: {} });

/** @returns one line for each difference; empty when the outcomes are the same */
export function differencesOf(reference: Outcome, ours: Outcome): string[] {
  const lines: string[] = [];
  compareLists('requests of the collection', reference.items.map(titleOf), ours.items.map(titleOf), lines);
  reference.items.forEach((item, index) => {
    const other = ours.items[index];
    if (!other || titleOf(other) !== titleOf(item)) return;
    const at = reference.items.length > 1 ? `${titleOf(item)}: ` : '';
    compareLists(`${at}received`, item.requests.map(requestText), other.requests.map(requestText), lines);
    compareLists(`${at}tests`, item.tests, other.tests, lines);
    compareLists(`${at}errors`, item.errors, other.errors, lines);
    compareLists(`${at}console`, item.console, other.console, lines);
  });
  for (const scope of ['environment', 'globals', 'collection'] as const) {
    compareLists(scope, entriesOf(reference.variables[scope]), entriesOf(ours.variables[scope]), lines);
  }
  return lines;
}

const titleOf = ({ name, iteration }: ItemOutcome) => `${name} (${iteration})`;
const requestText = ({ method, target, headers, body }: ReceivedRequest) =>
  [`${method} ${target}`, ...headers, '', body].join('\n');
const entriesOf = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .sort();

function compareLists(what: string, reference: readonly string[], ours: readonly string[], lines: string[]): void {
  for (let index = 0; index < Math.max(reference.length, ours.length); index += 1) {
    if (reference[index] === ours[index]) continue;
    lines.push(`${what}\n    theirs: ${shown(reference[index])}\n    ours:   ${shown(ours[index])}`);
  }
}

const MAX_SHOWN = 1_500;
const shown = (text: string | undefined) =>
  text === undefined ? '(nothing)' : text.slice(0, MAX_SHOWN).replaceAll('\n', '\n            ');
