/**
 * pm.expect is chai's, which takes a millisecond to create. Common assertions about plain values are therefore
 * evaluated here, but only when they hold: unusual or failing ones are repeated by chai itself, word by word, so that
 * the messages are chai's (docs/adr/0004-expect.md).
 */
import { apply, defineProperty, get, hasOwn, prototypeOf, withoutPrototype, PlainProxy } from '../primordials.ts';
import { isInclude, isWordOfPostman, kindOfWord } from './assertion-words.ts';
import { isPlain, methodHolds, propertyHolds, type Decision } from './plain-assertions.ts';

export type Expect = ((value: unknown, message?: unknown) => { to: unknown }) & Record<string, unknown>;

type ExpectArguments = [value: unknown, message?: unknown];

/** What all assertions of one `expect` share. */
interface Expectation {
  /** Returns chai's own `expect`. */
  chai: () => Expect;
  expectArguments: ExpectArguments;
  /** Whether chai has the words for responses that Postman adds. */
  ofPostman: boolean;
}

/** A word of the chain that chai has to repeat, with the arguments of its call. */
interface Step {
  before: Step | undefined;
  word: PropertyKey;
  values: unknown[] | undefined;
}

/**
 * An assertion so far, as the traps of the object that a script sees. As in chai, each word returns a new assertion, and
 * may change the one before.
 */
class Assertion implements ProxyHandler<object> {
  // Declared only: defining a field before it is set would cost each script its time twice.
  declare private readonly expectation: Expectation;
  declare private subject: unknown;
  declare private isNegated: boolean;
  declare private isDeep: boolean;
  declare private lastStep: Step | undefined;
  /** chai's own assertion, which continues once it was needed. */
  declare private ofChai: object | undefined;

  constructor(expectation: Expectation, before: Assertion | undefined, lastStep: Step | undefined) {
    this.expectation = expectation;
    this.subject = before ? before.subject : expectation.expectArguments[0];
    this.isNegated = before ? before.isNegated : false;
    this.isDeep = before ? before.isDeep : false;
    this.lastStep = lastStep;
    this.ofChai = undefined;
  }

  get(_target: object, word: PropertyKey): unknown {
    if (this.ofChai) return this.memberOfChai(word);
    switch (kindOfWord(word)) {
      case 'link':
        return this.next(this.lastStep);
      case 'silent':
        return undefined;
      case 'flag':
        if (word === 'not') this.isNegated = true;
        else this.isDeep = true;
        return this.change(word);
      case 'property':
        if (!this.knows(word)) return this.memberOfChai(word);
        return this.holds(this.isDeep ? undefined : propertyHolds(word, this.subject))
          ? this.go(word)
          : this.memberOfChai(word);
      case 'method':
        return this.knows(word) ? this.method(word) : this.memberOfChai(word);
      case 'chainable':
        // For chains such as `to.be.an.instanceof(Map)`.
        return new PlainProxy(this.method(word), {
          get: (_method, next) => get(this.memberOfChai(word) as object, next) as unknown,
        });
      default:
        return this.memberOfChai(word);
    }
  }
  // Printing, spreading and comparing see chai's object.
  getPrototypeOf(): object | null {
    return prototypeOf(this.byChai()) as object | null;
  }
  has(_target: object, word: PropertyKey): boolean {
    return word in this.byChai();
  }

  private knows(word: PropertyKey): boolean {
    return this.expectation.ofPostman || !isWordOfPostman(word);
  }
  private holds(outcome: Decision): boolean {
    return outcome !== undefined && outcome !== this.isNegated;
  }
  private next(lastStep: Step | undefined): object {
    return shown(new Assertion(this.expectation, this, lastStep));
  }
  private stepTo(word: PropertyKey, values: unknown[] | undefined): Step {
    return { before: this.lastStep, word, values };
  }
  private go(word: PropertyKey, values?: unknown[]): object {
    return this.next(this.stepTo(word, values));
  }
  /** A word that also changes the meaning of the words that follow in this assertion. */
  private change(word: PropertyKey, values?: unknown[]): object {
    this.lastStep = this.stepTo(word, values);
    return this.next(this.lastStep);
  }
  private method(word: PropertyKey): (...values: unknown[]) => unknown {
    return (...values) => (word === 'property' ? this.property(values) : this.call(word, values));
  }
  private call(word: PropertyKey, values: unknown[]): unknown {
    // After `include`, `oneOf` has another meaning.
    const isOther = word === 'oneOf' && hasInclude(this.lastStep);
    const outcome = isOther ? undefined : methodHolds(word, this.subject, values, this.isDeep);
    return this.holds(outcome) ? this.go(word, values) : this.callChai(word, values);
  }
  private property(values: unknown[]): unknown {
    const [name, value] = values;
    const { subject } = this;
    const isSimple =
      isPlain(subject) && typeof name === 'string' && !this.isNegated && !this.isDeep && values.length < 3;
    if (!isSimple || !hasOwn(subject, name)) return this.callChai('property', values);
    const propertyValue = (subject as Record<string, unknown>)[name];
    if (values.length > 1 && propertyValue !== value) return this.callChai('property', values);
    this.subject = propertyValue;
    return this.change('property', values);
  }

  /** Repeats the words on an assertion of chai. */
  private byChai(): object {
    if (this.ofChai) return this.ofChai;
    const { chai, expectArguments } = this.expectation;
    let current: object = apply(chai(), undefined, expectArguments);
    for (const { word, values } of stepsTo(this.lastStep)) {
      const member: unknown = get(current, word);
      current = (values ? apply(member as () => unknown, current, values) : member) as object;
    }
    return (this.ofChai = current);
  }
  private memberOfChai(word: PropertyKey): unknown {
    const owner = this.byChai();
    const member: unknown = get(owner, word);
    if (typeof member !== 'function') return member;
    const applyToOwner = (method: unknown, _self: unknown, values: unknown[]): unknown =>
      apply(method as () => unknown, owner, values);
    return new PlainProxy(member, { apply: applyToOwner });
  }
  private callChai(word: PropertyKey, values: unknown[]): unknown {
    return apply(this.memberOfChai(word) as () => unknown, undefined, values);
  }
}

/** What a script sees of an assertion. */
const shown = (assertion: Assertion): object => new PlainProxy(Object.create(null) as object, assertion);

function stepsTo(last: Step | undefined): Step[] {
  const steps: Step[] = [];
  for (let step = last; step; step = step.before) steps.unshift(step);
  return steps;
}
function hasInclude(last: Step | undefined): boolean {
  for (let step = last; step; step = step.before) if (isInclude(step.word)) return true;
  return false;
}

/**
 * @param chai returns chai's own `expect`
 * @param inUse whether the script has loaded chai, and may have changed it
 * @param options.ofPostman false: chai is without the words that Postman adds
 */
export function createExpect(chai: () => Expect, inUse: () => boolean, { ofPostman = true } = {}): Expect {
  const start = (expectArguments: ExpectArguments) =>
    inUse()
      ? apply(chai(), undefined, expectArguments)
      : shown(new Assertion({ chai, expectArguments, ofPostman }, undefined, undefined));
  // As in chai, a function of two parameters.
  const expect = (subject: unknown, message?: unknown) => start([subject, message]) as { to: unknown };

  return defineProperty(
    expect,
    'fail',
    withoutPrototype({ __proto__: null, get: () => chai()['fail'], enumerable: true, configurable: true }),
  ) as unknown as Expect;
}
