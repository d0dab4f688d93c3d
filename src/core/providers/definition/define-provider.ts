/** Makes a provider from its description, which is data: see contract/webhooks/webhook-provider.ts. */
import type {
  ExpectedValue,
  ProviderCondition,
  ProviderDefinition,
  ProviderEvent,
  Templates,
} from '../../../contract/webhooks/webhook-provider.ts';
import { shorten, visibleText } from '../../../contract/visible-text.ts';
import { compareWithSchema, schemaOfExample, type CompareBody } from './body-schema.ts';
import { meaningsOf } from './field-meanings.ts';
import type { Provider } from '../provider.ts';
import { valueAt, type RequestValues } from './request-values.ts';
import { compileTemplates, type Template } from './template.ts';

/** Characters of an event's name in a list. */
const MAX_EVENT = 200;
const MAX_TITLE = 200;
const MAX_SENTENCE = 1000;
const MAX_COLUMN = 500;
const MAX_IDENTITY = 2000;

/** @throws InvalidParams when a template is invalid */
export function defineProvider(id: string, definition: ProviderDefinition): Provider {
  const { documentation = null, signature = null } = definition;
  const name = visibleText(definition.name);
  const event = compileTemplates(definition.event);
  const [title, sentence, subject, status, identity] = [
    definition.title,
    definition.sentence,
    definition.subject,
    definition.status,
    definition.identity,
  ].map(compileOptional);
  const findEvent = eventTable(definition.events);
  const meaningOf = meaningsOf(definition.fields);
  const conditions = definition.recognize.map(compileCondition);
  return {
    id,
    name,
    documentation,
    signature,
    matches: (values) => conditions.some((holds) => holds(values)),
    recognize(request) {
      const eventName = event(request);
      const values = { ...request, event: eventName };
      const documentedEvent = eventName === undefined ? undefined : findEvent(eventName);
      const text = (ofEvent: Template | undefined, general: Template | undefined) =>
        ofEvent?.(values) ?? general?.(values);
      const shownTitle = text(documentedEvent?.title, title) ?? [name, eventName].filter(Boolean).join(': ');
      const differences = documentedEvent?.compare?.(values.body) ?? [];
      const column = (template: Template | undefined) => template?.(values)?.slice(0, MAX_COLUMN) ?? null;
      const shownEvent = eventName?.slice(0, MAX_EVENT) ?? null;
      const identityText = identity?.(values)?.slice(0, MAX_IDENTITY);
      return {
        event: shownEvent,
        kind: documentedEvent ? shownEvent : null,
        title: shorten(shownTitle, MAX_TITLE),
        sentence: shorten(text(documentedEvent?.sentence, sentence) ?? `${shownTitle}.`, MAX_SENTENCE),
        code: null,
        verdict: documentedEvent === undefined ? 'unknown' : differences.length > 0 ? 'differs' : 'documented',
        differences,
        variant: null,
        setting: null,
        age: null,
        chat: null,
        idMessage: column(subject),
        status: column(status),
        identity: identityText === undefined ? null : `${id} ${identityText}`,
        meaningOf,
      };
    },
  };
}

const compileOptional = (source: Templates | undefined): Template | undefined =>
  source === undefined ? undefined : compileTemplates(source);

interface CompiledEvent {
  title: Template | undefined;
  sentence: Template | undefined;
  compare: CompareBody | undefined;
}

function compileEvent({ title, sentence, schema, example }: ProviderEvent): CompiledEvent {
  const compared = schema ?? (example === undefined ? undefined : schemaOfExample(example));
  return {
    title: compileOptional(title),
    sentence: compileOptional(sentence),
    compare: compared && compareWithSchema(compared),
  };
}

/** The entry of exactly this name, or else the longest prefix entry (ending in `*`) that matches. */
function eventTable(events: ProviderDefinition['events']): (name: string) => CompiledEvent | undefined {
  const compiled = new Map(Object.entries(events).map(([name, event]) => [name, compileEvent(event)]));
  const patterns = [...compiled.keys()]
    .filter((name) => name.endsWith('*'))
    .map((name) => ({ name, start: name.slice(0, -1) }))
    .sort((a, b) => b.start.length - a.start.length);
  return (name) => compiled.get(name) ?? compiled.get(patterns.find(({ start }) => name.startsWith(start))?.name ?? '');
}

function compileCondition({ headers = {}, fields = {} }: ProviderCondition): (values: RequestValues) => boolean {
  const expectedHeaders = Object.entries(headers);
  const expectedFields = Object.entries(fields).map(([path, expected]) => ({ path: path.split('.'), expected }));
  return ({ body, header }) =>
    expectedHeaders.every(([name, expected]) => fits(header(name), expected)) &&
    expectedFields.every(({ path, expected }) => fits(valueAt(body, path), expected));
}

function fits(value: unknown, expected: ExpectedValue): boolean {
  if (value === undefined || value === null) return false;
  if (expected === true) return true;
  return typeof expected === 'object'
    ? typeof value === 'string' && value.startsWith(expected.startsWith)
    : value === expected;
}
