/**
 * A logged value of a script, as data: created in the sandbox, where its getters and Proxies can only affect the script
 * itself, and shown elsewhere without running code of the script.
 */
export interface ConsoleValue {
  /** The kind of value, for colour and form. `text` is a plain string; the others are shown by their `text`. */
  type:
    | 'text'
    | 'string'
    | 'number'
    | 'keyword'
    | 'symbol'
    | 'function'
    | 'date'
    | 'regexp'
    | 'getter'
    | 'note'
    | 'object'
    | 'list';
  /** The text of a value; for a container its class and size, such as `Map(2)`; empty for a plain object or array. */
  text: string;
  /** The entries of a container; those of a list have no key. */
  entries?: { key?: ConsoleValue | string; value: ConsoleValue }[];
  /** The number of entries that were omitted to keep it small. */
  more?: number;
}

const LINE = 100;

/** The value as one text, for a terminal, a report or a search: on one line where it fits, otherwise indented. */
export function consoleText(value: ConsoleValue): string {
  if (!value.entries) return value.type === 'string' ? JSON.stringify(value.text) : value.text;
  const [open, close] = value.type === 'list' ? ['[', ']'] : ['{', '}'];
  const items = value.entries.map(({ key, value: item }) => {
    if (key === undefined) return consoleText(item);
    return typeof key === 'string'
      ? `${keyText(key)}: ${consoleText(item)}`
      : `${consoleText(key)} => ${consoleText(item)}`;
  });
  if (value.more) items.push(`… ${value.more} more`);
  const before = value.text ? `${value.text} ` : '';
  if (items.length === 0) return `${before}${open}${close}`;
  const line = `${before}${open} ${items.join(', ')} ${close}`;
  if (line.length <= LINE && !line.includes('\n')) return line;
  return `${before}${open}\n${items.map((item) => `  ${item.replaceAll('\n', '\n  ')}`).join(',\n')}\n${close}`;
}

/** The name of a property, quoted where necessary. */
export function keyText(key: string): string {
  return /^[\w$]+$/.test(key) || key.startsWith('[') ? key : JSON.stringify(key);
}
