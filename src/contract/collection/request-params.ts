/** Keeps the URL and the table of parameters consistent, whichever is edited. */
import type { EditedParam, EditedRequest } from './collection.ts';

const parts = (url: string) => /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];

/** The parameters after an edit of the URL: those of its query and its `/:names`, and the disabled ones. */
export function withUrl(url: string, params: readonly EditedParam[]): Pick<EditedRequest, 'url' | 'params'> {
  const [, path = '', query] = parts(url);
  const inQuery = (query ?? '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): EditedParam => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), type: 'query' };
    });
  const names = [...path.matchAll(/\/:([A-Za-z_][\w-]*)(?=[/.]|$)/g)].map(([, name = '']) => name);
  const inPath = [...new Set(names)].map((name): EditedParam => {
    const before = params.find((param) => param.type === 'path' && param.name === name);
    return before ?? { name, value: '', type: 'path' };
  });
  const off = params.filter(({ type, disabled }) => type === 'query' && disabled);
  return { url, params: [...inQuery, ...off, ...inPath] };
}

/** The URL after an edit of the table: with the enabled parameters. */
export function withParams(url: string, params: readonly EditedParam[]): Pick<EditedRequest, 'url' | 'params'> {
  const [, path = '', , hash = ''] = parts(url);
  const query = params
    .filter(({ type, disabled, name, value }) => type === 'query' && !disabled && (name !== '' || value !== ''))
    .map(({ name, value }) => `${name}${value === '' ? '' : `=${value}`}`)
    .join('&');
  return { url: `${path}${query === '' ? '' : `?${query}`}${hash}`, params: [...params] };
}
