/** `bru.visualize('table', ...)` of Bruno as HTML. The script's functions for cells, and sorting, have no effect. */
import type { Fields } from '../channel.ts';
import { toText } from '../primordials.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : toText(value);
  return text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as unknown[]).filter(isFields) : []);

/** A member of a row; `a.b` is a member of a member where no member has that name. */
function valueIn(row: Fields, field: string): unknown {
  if (Object.hasOwn(row, field)) return row[field];
  return field
    .split('.')
    .reduce<unknown>((value, name) => (isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined), row);
}

/** @param data as the script gives it, with the problem that Bruno's class has found in it */
export function tableHtml(data: Fields): string {
  if (typeof data['error'] === 'string') return `<p>${cellText(data['error'])}</p>`;
  const props = isFields(data['props']) ? data['props'] : {};
  const rows = listOf(props['rowData'] ?? props['data']);
  const columns = listOf(props['columnDefinitions'] ?? props['columns']).map((column) => {
    const field = toText(column['field'] ?? column['accessorKey'] ?? column['accessor'] ?? '');
    return { field, title: column['headerName'] ?? column['header'] ?? column['Header'] ?? field };
  });
  const row = (cells: string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const head = row(
    columns.map(({ title }) => cellText(title)),
    'th',
  );
  const body = rows.map((one) =>
    row(
      columns.map(({ field }) => cellText(valueIn(one, field))),
      'td',
    ),
  );
  return `<table border="1"><thead>${head}</thead><tbody>${body.join('')}</tbody></table>`;
}
