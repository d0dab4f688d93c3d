/**
 * pm.expect is chai's, which takes a millisecond to create. Common assertions about plain values are therefore
 * evaluated here, but only when they hold: unusual or failing ones are repeated by chai itself, word by word, so that
 * the messages are chai's (docs/adr/0004-expect.md).
 */
import { apply, defineProperty, get, hasOwn, isArray, keysOf, prototypeOf } from '../primordials.ts';
import { isKind } from './requests/sdk.ts';
import { linkWords, wordsOfPostman } from './assertion-words.ts';

export type Expect = ((value: unknown, message?: unknown) => { to: unknown }) & Record<string, unknown>;

/** A word of the chain, with the arguments of its call. */
type Step = readonly [word: PropertyKey, values?: unknown[] | undefined];
/** The state of the chain so far. */
interface Sentence {
  subject: unknown;
  negated: boolean;
  deep: boolean;
  /** Whether chai has the words for responses that Postman adds. */
  ofPostman: boolean;
}
type Decision = boolean | undefined;

/** Names that do not count as misspelt words, because promises and printers read them. */
const silentWords = new Set<PropertyKey>(['then', 'catch', 'inspect', 'toJSON']);

interface ResponseLike {
  code: unknown;
  reason(): unknown;
  json(): unknown;
  headers: { has(name: string): boolean; get(name: string): unknown };
}
const isResponse = (value: unknown): value is ResponseLike => isKind(value, 'Response');
const statusClass = (value: unknown, hundreds: number): Decision =>
  isResponse(value) && typeof value.code === 'number' ? Math.floor(value.code / 100) === hundreds : undefined;
const isOk = (value: unknown): Decision => {
  if (isResponse(value)) return (value.code === 200 && value.reason() === 'OK') || undefined;
  return isPlain(value) || typeof value !== 'object' ? !!value : undefined;
};
const isJson = (value: unknown): Decision => {
  if (!isResponse(value)) return undefined;
  try {
    value.json();
    return true;
  } catch {
    return undefined;
  }
};

type Property = (subject: unknown) => Decision;
type Method = (subject: unknown, values: unknown[], deep: boolean) => Decision;

// Without a prototype, an object of many members is created in half the time.
/** Words that are a complete assertion. Undefined: chai has to decide. */
const properties = {
  __proto__: null,
  true: (subject) => subject === true,
  false: (subject) => subject === false,
  null: (subject) => subject === null,
  undefined: (subject) => subject === undefined,
  exist: (subject) => subject !== null && subject !== undefined,
  ok: isOk,
  json: isJson,
  success: (subject) => statusClass(subject, 2),
  clientError: (subject) => statusClass(subject, 4),
  serverError: (subject) => statusClass(subject, 5),
} satisfies Record<string, Property | null> as unknown as Record<string, Property>;

const bothNumbers =
  (compare: (a: number, b: number) => boolean) =>
  (subject: unknown, values: unknown[]): Decision =>
    values.length === 1 && typeof subject === 'number' && typeof values[0] === 'number'
      ? compare(subject, values[0])
      : undefined;
const above = bothNumbers((a, b) => a > b);
const least = bothNumbers((a, b) => a >= b);
const below = bothNumbers((a, b) => a < b);
const most = bothNumbers((a, b) => a <= b);
const same = (subject: unknown, values: unknown[], deep: boolean): Decision => {
  if (values.length !== 1) return undefined;
  if (!deep) return subject === values[0];
  return alike(subject, values[0], 0) || undefined;
};
const eql = (subject: unknown, values: unknown[]): Decision => same(subject, values, true);
const isA = (subject: unknown, [type, ...more]: unknown[]): Decision => {
  if (typeof type !== 'string' || more.length > 0) return undefined;
  const kind = subject === null ? 'null' : typeof subject;
  if (kind !== 'object') return kind === 'function' ? undefined : kind === type.toLowerCase();
  if (!isPlain(subject)) return undefined;
  return (isArray(subject) ? 'array' : 'object') === type.toLowerCase();
};
const includes = (subject: unknown, [part, ...more]: unknown[]): Decision => {
  if (more.length > 0) return undefined;
  if (typeof subject === 'string' && typeof part === 'string') return subject.includes(part);
  return isArray(subject) && isSimple(part) ? subject.indexOf(part) !== -1 : undefined;
};
const hasLength = (subject: unknown, [length, ...more]: unknown[]): Decision =>
  more.length === 0 && (typeof subject === 'string' || isArray(subject)) ? subject.length === length : undefined;

const includeWords = ['include', 'includes', 'contain', 'contains'];

/** Words that are called. They return whether the assertion holds, ignoring `not`; undefined: chai has to decide. */
const methods = {
  __proto__: null,
  equal: same,
  equals: same,
  eq: same,
  eql,
  eqls: eql,
  a: isA,
  an: isA,
  include: includes,
  includes,
  contain: includes,
  contains: includes,
  length: hasLength,
  lengthOf: hasLength,
  above,
  gt: above,
  greaterThan: above,
  least,
  gte: least,
  greaterThanOrEqual: least,
  below,
  lt: below,
  lessThan: below,
  most,
  lte: most,
  lessThanOrEqual: most,
  oneOf: (subject, [list, ...more]) =>
    more.length === 0 && isArray(list) && isSimple(subject) ? list.indexOf(subject) !== -1 : undefined,
  match: (subject, [pattern, ...more]) =>
    more.length === 0 && typeof subject === 'string' && pattern instanceof RegExp && !pattern.global && !pattern.sticky
      ? pattern.exec(subject) !== null
      : undefined,
  status(subject, [expected]) {
    if (!isResponse(subject)) return undefined;
    if (typeof expected === 'number') return typeof subject.code === 'number' ? subject.code === expected : undefined;
    return typeof expected === 'string' ? subject.reason() === expected : undefined;
  },
  header(subject, [name, ...value]) {
    if (!isResponse(subject) || typeof name !== 'string') return undefined;
    if (value.length === 0) return subject.headers.has(name);
    return subject.headers.get(name) === value[0] || undefined;
  },
  jsonBody: (subject, values) => (values.length === 0 ? isJson(subject) : undefined),
} satisfies Record<string, Method | null> as unknown as Record<string, Method>;

/** Assertions that can be both called and continued (`to.be.a('string')`, `to.include.keys('a')`). */
const chainable = new Set<PropertyKey>(['a', 'an', ...includeWords, 'length', 'lengthOf']);

/** Whether it is an array or object like those of JSON. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Symbol.toStringTag in value) return false;
  const prototype: unknown = prototypeOf(value);
  return isArray(value) ? prototype === Array.prototype : prototype === Object.prototype;
}
/** Whether it is a primitive for which all kinds of equality agree. */
const isSimple = (value: unknown): boolean =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && value !== 0 && !Number.isNaN(value));

/** Whether two JSON values are certainly equal; false means unknown. */
function alike(a: unknown, b: unknown, depth: number): boolean {
  if (!isPlain(a) || !isPlain(b)) return isSimple(a) && a === b;
  if (depth > 20 || isArray(a) !== isArray(b)) return false;
  const [keys, others] = [keysOf(a), keysOf(b)];
  if (keys.length !== others.length || Object.getOwnPropertySymbols(a).length + Object.getOwnPropertySymbols(b).length)
    return false;
  if (isArray(a) && a.length !== (b as unknown[]).length) return false;
  return keys.every((key) => hasOwn(b, key) && alike((a as never)[key], (b as never)[key], depth + 1));
}

type ExpectArguments = [value: unknown, message?: unknown];

/**
 * Returns a function that passes a chain on to chai: the words are repeated on chai's own assertion, which continues.
 */
function createHandover(chai: () => Expect, expectArguments: ExpectArguments, steps: readonly Step[]) {
  let assertion: object | undefined;
  const byChai = (): object => {
    if (assertion) return assertion;
    let current: object = apply(chai(), undefined, expectArguments);
    for (const [word, values] of steps) {
      const next: unknown = get(current, word);
      current = (values ? apply(next as () => unknown, current, values) : next) as object;
    }
    return (assertion = current);
  };
  const ask = (word: PropertyKey): unknown => {
    const owner = byChai();
    const member: unknown = get(owner, word);
    if (typeof member !== 'function') return member;
    const applyLogged = (method: unknown, _self: unknown, values: unknown[]): unknown =>
      apply(method as () => unknown, owner, values);
    return new Proxy(member, { apply: applyLogged });
  };
  return { byChai, ask, isHandedOver: () => assertion !== undefined };
}

/**
 * As in chai, each word returns a new assertion, and may change the one before.
 * @param expectArguments the arguments of `expect`
 */
function sentence(chai: () => Expect, expectArguments: ExpectArguments, state: Sentence, steps: Step[]): object {
  const { byChai, ask, isHandedOver } = createHandover(chai, expectArguments, steps);
  const go = (word: PropertyKey, values?: unknown[]): object =>
    sentence(chai, expectArguments, { ...state }, [...steps, [word, values]]);
  /** A word that also changes the meaning of the following words. */
  const turn = (change: Partial<Sentence>, word: PropertyKey, values?: unknown[]): object => {
    Object.assign(state, change);
    steps.push([word, values]);
    return sentence(chai, expectArguments, { ...state }, [...steps]);
  };
  const holds = (outcome: Decision): boolean => outcome !== undefined && outcome !== state.negated;
  const applyInChai = (word: string, values: unknown[]): unknown =>
    apply(ask(word) as () => unknown, undefined, values);

  const property = (values: unknown[]): unknown => {
    const [name, value] = values;
    const { subject, negated, deep } = state;
    const isSimple = isPlain(subject) && typeof name === 'string' && !negated && !deep && values.length < 3;
    if (!isSimple || !hasOwn(subject, name)) return applyInChai('property', values);
    const propertyValue = (subject as Record<string, unknown>)[name];
    if (values.length > 1 && propertyValue !== value) return applyInChai('property', values);
    return turn({ subject: propertyValue }, 'property', values);
  };
  const call = (word: string, values: unknown[]): unknown => {
    if (word === 'property') return property(values);
    // After `include`, `oneOf` has another meaning.
    const changed = word === 'oneOf' && steps.some(([stepWord]) => includeWords.includes(stepWord as string));
    const decide = changed || (state.deep && methods[word] !== same) ? undefined : methods[word];
    return holds(decide?.(state.subject, values, state.deep)) ? go(word, values) : applyInChai(word, values);
  };

  return new Proxy(Object.create(null) as object, {
    get(_target, word) {
      if (isHandedOver()) return ask(word);
      if (linkWords.has(word)) return go(word);
      if (silentWords.has(word)) return undefined;
      if (word === 'not') return turn({ negated: true }, word);
      if (word === 'deep') return turn({ deep: true }, word);
      if (typeof word !== 'string' || (!state.ofPostman && wordsOfPostman.has(word))) return ask(word);
      if (hasOwn(properties, word)) {
        return holds(state.deep ? undefined : properties[word]?.(state.subject)) ? go(word) : ask(word);
      }
      if (word !== 'property' && !hasOwn(methods, word)) return ask(word);
      const method = (...values: unknown[]) => call(word, values);
      if (!chainable.has(word)) return method;
      // For chains such as `to.be.an.instanceof(Map)`.
      return new Proxy(method, { get: (_method, next) => get(ask(word) as object, next) as unknown });
    },
    // Printing, spreading and comparing see chai's object.
    getPrototypeOf: () => prototypeOf(byChai()) as object,
    has: (_target, word) => word in byChai(),
  });
}

/**
 * @param chai returns chai's own `expect`
 * @param inUse whether the script has loaded chai, and may have changed it
 * @param options.ofPostman false: chai is without the words that Postman adds
 */
export function createExpect(chai: () => Expect, inUse: () => boolean, { ofPostman = true } = {}): Expect {
  // As in chai, a function of two parameters.
  const expect = (subject: unknown, message?: unknown) => start([subject, message]);
  const start = (expectArguments: ExpectArguments) =>
    (inUse()
      ? apply(chai(), undefined, expectArguments)
      : sentence(
          chai,
          expectArguments,
          { subject: expectArguments[0], negated: false, deep: false, ofPostman },
          [],
        )) as {
      to: unknown;
    };

  return defineProperty(expect, 'fail', {
    get: () => chai()['fail'],
    enumerable: true,
    configurable: true,
  }) as unknown as Expect;
}
