/**
 * A value that a script has logged, as data: made in the sandbox, where its getters and Proxies are the script's
 * own affair, and shown elsewhere without running anything of the script.
 */
export interface ConsoleValue {
  /** What it is, for colour and form. `text` is a string as it is; the others are shown as `text` says. */
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
  /** What a container holds; a list's entries have no key. */
  entries?: { key?: ConsoleValue | string; value: ConsoleValue }[];
  /** Entries that were left out to keep it small. */
  more?: number;
}

const LINE = 100;

/** As one text, for a terminal, a report, a search: what fits stands in one line, the rest is indented. */
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

/** A property's name, in quotes where it needs them. */
export function keyText(key: string): string {
  return /^[\w$]+$/.test(key) || key.startsWith('[') ? key : JSON.stringify(key);
}
