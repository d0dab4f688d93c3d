/** DOMException of the web: an error with a name, and a number for the names that have one. */
import { toText } from '../primordials.ts';

const numbered = [
  'IndexSizeError',
  '',
  'HierarchyRequestError',
  'WrongDocumentError',
  'InvalidCharacterError',
  '',
  'NoModificationAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'InUseAttributeError',
  'InvalidStateError',
  'SyntaxError',
  'InvalidModificationError',
  'NamespaceError',
  'InvalidAccessError',
  '',
  'TypeMismatchError',
  'SecurityError',
  'NetworkError',
  'AbortError',
  'URLMismatchError',
  'QuotaExceededError',
  'TimeoutError',
  'InvalidNodeTypeError',
  'DataCloneError',
];

function createDomException() {
  class DOMException extends Error {
    readonly #name: string;

    constructor(message: unknown = '', options: unknown = 'Error') {
      super(toText(message));
      const isObject = typeof options === 'object' && options !== null;
      const { name = 'Error', cause } = (isObject ? options : { name: options }) as { name?: unknown; cause?: unknown };
      this.#name = toText(name);
      if (cause !== undefined) this.cause = cause;
    }
    override get name(): string {
      return this.#name;
    }
    /** 0 for names without a number. */
    get code(): number {
      return this.#name === '' ? 0 : numbered.indexOf(this.#name) + 1;
    }
    get [Symbol.toStringTag](): string {
      return 'DOMException';
    }
  }
  for (const [index, name] of numbered.entries()) {
    if (name === '') continue;
    // The name of a constant such as `DOMException.ABORT_ERR`.
    const constant = `${name
      .replace(/Error$/, '')
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toUpperCase()}_ERR`;
    for (const owner of [DOMException, DOMException.prototype]) {
      Object.defineProperty(owner, constant, { value: index + 1, enumerable: true });
    }
  }
  return DOMException;
}

let created: ReturnType<typeof createDomException> | undefined;
/** The class of this realm. Lazy: defining its constants would take a tenth of the time of a small script. */
export function domException(): ReturnType<typeof createDomException> {
  return (created ??= createDomException());
}
