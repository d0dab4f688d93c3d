/**
 * Templates of titles and names with values of the request: `Order {body.number} of {body.total | money body.currency}[
 * by {body.email}]`. A part in brackets is omitted when one of its values is missing; a missing value outside of
 * brackets makes the whole result undefined.
 */
import { codedError } from '../../../contract/errors.ts';
import type { Templates } from '../../../contract/webhooks/webhook-provider.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { applyFilter, checkFilter } from './template-filters.ts';
import { valueAt, type RequestValues } from './request-values.ts';

interface ValueReference {
  from: 'body' | 'header' | 'query' | 'event';
  path: readonly string[];
}
interface Expression {
  value: ValueReference;
  filters: readonly { name: string; argument: string }[];
}
type Part = string | Expression;
interface Piece {
  parts: readonly Part[];
  /** Whether it is in brackets. */
  isOptional: boolean;
}

export interface TemplateValues extends RequestValues {
  /** The name of the event, once it is known. */
  event?: string | undefined;
}
/** The text, or undefined when a value is missing. */
export type Template = (values: TemplateValues) => string | undefined;

/** Characters of one value, which comes from a stranger. */
const MAX_VALUE = 120;

/** Uses the first template whose values are all present. @throws InvalidParams with the mistake and its template */
export function compileTemplates(source: Templates): Template {
  const compiled = (typeof source === 'string' ? [source] : source).map(compile);
  return (values) => {
    for (const template of compiled) {
      const text = template(values);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

function compile(source: string): Template {
  const pieces: Piece[] = [];
  for (const [, group, plain] of source.matchAll(/\[([^[\]]*)\]|([^[\]]+|[[\]])/g)) {
    if (plain === '[' || plain === ']') throw wrong(source, `has a "${plain}" without its partner`);
    pieces.push({ parts: partsOf(source, group ?? plain ?? ''), isOptional: group !== undefined });
  }
  return (values) => {
    let text = '';
    for (const { parts, isOptional } of pieces) {
      const pieceText = joined(parts, values);
      if (pieceText === undefined && !isOptional) return undefined;
      text += pieceText ?? '';
    }
    return text === '' ? undefined : text;
  };
}

function joined(parts: readonly Part[], values: TemplateValues): string | undefined {
  let text = '';
  for (const part of parts) {
    const partText = typeof part === 'string' ? part : evaluate(part, values);
    if (partText === undefined) return undefined;
    text += partText;
  }
  return text;
}

function partsOf(source: string, text: string): Part[] {
  return text.split(/\{([^{}]*)\}/).flatMap((part, index): Part[] => {
    if (index % 2 === 1) return [expressionOf(source, part)];
    const brace = /[{}]/.exec(part);
    if (brace) throw wrong(source, `has a "${brace[0]}" without its partner`);
    return part === '' ? [] : [visibleText(part)];
  });
}

function expressionOf(source: string, text: string): Expression {
  const [reference = '', ...filters] = text.split('|').map((part) => part.trim());
  return {
    value: referenceOf(source, reference),
    filters: filters.map((filter) => {
      const [name = '', ...argumentWords] = filter.split(' ');
      const argument = argumentWords.join(' ').trim();
      const problem = checkFilter(name, argument);
      if (problem) throw wrong(source, problem);
      return { name, argument };
    }),
  };
}

function referenceOf(source: string, text: string): ValueReference {
  if (text === 'event') return { from: 'event', path: [] };
  const [, from, name] = /^(body|header|query)\.(\S+)$/.exec(text) ?? [];
  if (!from || !name) {
    throw wrong(source, `names the value "${text}"; values are {event}, {body.…}, {header.…} and {query.…}`);
  }
  return { from: from as 'body', path: from === 'body' ? name.split('.') : [name] };
}

function lookUp({ from, path }: ValueReference, values: TemplateValues): unknown {
  if (from === 'event') return values.event;
  return from === 'body' ? valueAt(values.body, path) : values[from](path[0] ?? '');
}

function evaluate({ value, filters }: Expression, values: TemplateValues): string | undefined {
  let result = lookUp(value, values);
  for (const { name, argument } of filters) {
    result = applyFilter(name, { value: result, argument, lookUp: (path) => valueAt(values.body, path) });
  }
  if (typeof result === 'number' || typeof result === 'boolean') return String(result);
  if (typeof result !== 'string') return undefined;
  const text = visibleText(result.slice(0, MAX_VALUE).trim());
  if (text === '') return undefined;
  return result.length > MAX_VALUE ? `${text}…` : text;
}

const wrong = (source: string, problem: string) =>
  codedError('InvalidParams', `The template "${source}" ${problem}.`, 'See "Templates" in docs/webhook-providers.md.');
