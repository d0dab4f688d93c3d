/**
 * Collects the outcome of a case: the engine's events and the received requests are added to the item that is running.
 */
import { noVariables, type ItemOutcome, type Outcome, type ReceivedRequest, type Variables } from './outcome.ts';

export interface Recorder {
  /** Called when a request of the collection begins. */
  item(name: string, iteration: number): void;
  request(request: ReceivedRequest): void;
  test(name: string, state: 'passed' | 'failed' | 'skipped', error?: { name: string; message: string }): void;
  error(error: { name: string; message: string }): void;
  console(level: string, text: string): void;
  /** Replaces the recorded variables. */
  variables(variables: Variables): void;
  /** Everything since the last call. @param port is replaced in all texts, because each engine has its own server */
  take(port: number): Outcome;
  /** The same, as one outcome for each item, by name. */
  takeEach(port: number): Record<string, Outcome>;
}

export function createRecorder(): Recorder {
  let items: (ItemOutcome & { variables: Variables })[] = [];
  /** Events outside of every item would be lost, so they get an item of their own. */
  const current = () => items.at(-1) ?? begin('(before the first request)', 0);
  function begin(name: string, iteration: number) {
    const item = {
      name,
      iteration,
      requests: [],
      tests: [],
      errors: [],
      console: [],
      variables: items.at(-1)?.variables ?? noVariables(),
    };
    items.push(item);
    return item;
  }
  const errorText = ({ name, message }: { name: string; message: string }) => `${name}: ${message}`;
  function takeItems(port: number) {
    // Digits inside of a hash or a key are not the port. It may follow `%3A`, or the `\n` of a JSON text.
    const alone = new RegExp(String.raw`(?<=^|3A|\\n|[^0-9A-Za-z+])${port}(?![0-9A-Za-z+])`, 'gi');
    const taken = JSON.parse(JSON.stringify(items).replaceAll(alone, 'PORT')) as typeof items;
    items = [];
    return taken;
  }
  const outcomeOf = ({ variables: values, ...item }: (typeof items)[number]): Outcome => ({
    items: [item],
    variables: values,
  });
  return {
    item: (name, iteration) => void begin(name, iteration),
    request: (request) => void current().requests.push(request),
    test(name, state, error) {
      current().tests.push(`${state} ${name}${error ? `: ${errorText(error)}` : ''}`);
    },
    error: (error) => void current().errors.push(errorText(error)),
    console: (level, text) => void current().console.push(`${level} ${text}`),
    variables(values) {
      const last = items.at(-1);
      if (last) last.variables = values;
    },
    take(port) {
      const taken = takeItems(port).map(outcomeOf);
      const last = taken.at(-1);
      return { items: taken.flatMap((item) => item.items), variables: last?.variables ?? noVariables() };
    },
    takeEach: (port) => Object.fromEntries(takeItems(port).map((item) => [item.name, outcomeOf(item)])),
  };
}
