import { IMPORT_REFUSED } from '../contract/scripts/guest-operations.ts';
import { apply, hasOwn, partOf, PlainError, toJson, toText } from './primordials.ts';
import { correctStack, positionIn } from './script-position.ts';

export interface DescribedError {
  name: string;
  message: string;
  stack?: string;
  code?: string;
  /** The remedy, if the error has one. */
  remedy?: string;
  line?: number;
  column?: number;
}

const MAX_TEXT = 100_000;
const text = (value: unknown) => partOf(toText(value), 0, MAX_TEXT);

/** `import()` is rejected with a text, because an error object would belong to the realm of the process. */
const importError: DescribedError = {
  name: 'Error',
  message: 'import() is not available in scripts: they have no modules of their own.',
  remedy: 'Use require for libraries, and pm.require for packages and for files of the workspace.',
};

/** Any thrown value as plain data; a getter or Proxy that throws only loses its own field. */
export function describeError(thrown: unknown): DescribedError {
  if (thrown === IMPORT_REFUSED) return importError;
  const read = (key: string): unknown => {
    try {
      return (thrown as Record<string, unknown>)[key];
    } catch {
      return undefined;
    }
  };
  try {
    const isObject = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
    const message = isObject ? read('message') : thrown;
    if (!isObject || message === undefined) {
      return { name: 'Uncaught', message: text(isObject ? safeText(thrown) : message) };
    }
    const stack = text(read('stack') ?? '');
    const code = read('code');
    const remedy = read('remedy');
    return {
      name: text(read('name') ?? 'Error'),
      message: text(message),
      ...fieldsOfStack(stack),
      ...(typeof code === 'string' ? { code: text(code) } : {}),
      ...(typeof remedy === 'string' && remedy ? { remedy: text(remedy) } : {}),
    };
  } catch {
    return { name: 'Error', message: 'The thrown value cannot be shown.' };
  }
}

/** Nothing where a script has replaced what reads stacks: the name and the message of its error are not lost. */
function fieldsOfStack(stack: string): Pick<DescribedError, 'stack' | 'line' | 'column'> {
  if (stack === '') return {};
  try {
    return { stack: correctStack(stack), ...positionIn(stack) };
  } catch {
    return {};
  }
}

/** A plain object as its JSON: its text would be "[object Object]". */
function safeText(value: unknown): string {
  try {
    const plainText = toText(value);
    return plainText === '[object Object]' ? (jsonOf(value) ?? plainText) : plainText;
  } catch {
    return 'a value that cannot be shown';
  }
}

/** Undefined for what JSON cannot represent, or represents as nothing. */
function jsonOf(value: unknown): string | undefined {
  try {
    const json = toJson(value) as string | undefined;
    return json === '{}' ? undefined : json;
  } catch {
    return undefined;
  }
}

const { toString: objectToString } = Object.prototype;

/** The error that Node, and Postman with it, reports for a rejection that nobody handles. @returns errors unchanged */
export function rejectionError(reason: unknown): unknown {
  try {
    const isObject = typeof reason === 'object' && reason !== null;
    if (reason === IMPORT_REFUSED) return reason;
    if (isObject && hasOwn(reason, 'stack')) return reason;
    const error = new PlainError(
      'This error originated either by throwing inside of an async function without a catch block, or by rejecting a ' +
        `promise which was not handled with .catch(). The promise rejected with the reason "${isObject ? kindOf(reason) : toText(reason)}".`,
    );
    error.name = 'UnhandledPromiseRejection';
    error.stack = '';
    return error;
  } catch {
    return reason;
  }
}

function kindOf(value: object): string {
  const hasPlainText = (value as { toString?: unknown }).toString === objectToString;
  return hasPlainText ? `#<${value.constructor.name}>` : apply(objectToString, value, []);
}
