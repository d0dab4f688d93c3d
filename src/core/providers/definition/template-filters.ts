/**
 * Filters that templates apply to a value: `{body.amount | money body.currency}`. When a filter returns undefined, the
 * value is missing.
 */
import { formatMoney } from './money.ts';

interface FilterInput {
  value: unknown;
  /** The text after the filter's name. */
  argument: string;
  /** Reads a value of the body. */
  lookUp: (path: readonly string[]) => unknown;
}
interface Filter {
  /** A description of its argument; absent: it has none. */
  argument?: string;
  apply(input: FilterInput): unknown;
}

/** Characters that a filter looks at: a result shows fewer, and a body may have millions. */
const MAX_TEXT = 1000;

const ofText =
  (change: (text: string) => string): Filter['apply'] =>
  ({ value }) =>
    typeof value === 'string' ? change(value.slice(0, MAX_TEXT)) : value;

export const filters: Record<string, Filter> = {
  /** `review_requested` becomes `review requested`. */
  words: { apply: ofText((text) => text.replace(/[_.\-/]+/g, ' ')) },
  upper: { apply: ofText((text) => text.toUpperCase()) },
  capital: { apply: ofText((text) => text.charAt(0).toUpperCase() + text.slice(1)) },
  line: { apply: ofText((text) => text.split('\n', 1)[0] ?? '') },
  /** Shortens the id of a commit like Git. */
  short: { apply: ofText((text) => text.slice(0, 7)) },
  /** `refs/heads/main` becomes `main`. */
  ref: { apply: ofText((text) => text.replace(/^refs\/(?:heads|tags)\//, '')) },
  money: {
    argument: 'the field with the currency, such as body.currency',
    apply: ({ value, argument, lookUp }) => formatMoney(value, lookUp(argument.replace(/^body\./, '').split('.'))),
  },
  count: {
    argument: 'the word for one, such as item',
    apply: ({ value, argument }) => {
      const count = Array.isArray(value) ? value.length : value;
      return typeof count === 'number' ? `${count} ${argument}${count === 1 ? '' : 's'}` : undefined;
    },
  },
  as: {
    argument: 'the text that stands for any value but false',
    apply: ({ value, argument }) => (value === undefined || value === null || value === false ? undefined : argument),
  },
};

/** The mistake in a use of a filter, as the end of a sentence; undefined when there is none. */
export function checkFilter(name: string, argument: string): string | undefined {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (!filter) return `uses the filter "${name}"; there are ${Object.keys(filters).join(', ')}`;
  if (filter.argument && argument === '') return `needs after "${name}" ${filter.argument}`;
  return !filter.argument && argument !== '' ? `has "${argument}" after "${name}", which takes nothing` : undefined;
}

export function applyFilter(name: string, input: FilterInput): unknown {
  return filters[name]?.apply(input);
}
