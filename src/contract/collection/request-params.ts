/** Keeps the URL and the table of parameters consistent, whichever is edited. */
import type { EditedParam, EditedRequest } from './collection.ts';

const parts = (url: string) => /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];

const isOn = ({ type, disabled }: EditedParam) => type === 'query' && !disabled;

/** The parameters of a URL's query, and the names of its `/:names`. */
function paramsOfUrl(url: string): { query: EditedParam[]; names: string[] } {
  const [, path = '', query = ''] = parts(url);
  const pairs = query.split('&').filter((pair) => pair !== '');
  const names = [...path.matchAll(/\/:([A-Za-z_][\w-]*)(?=[/.]|$)/g)].map(([, name = '']) => name);
  return {
    query: pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), type: 'query' };
    }),
    names: [...new Set(names)],
  };
}

/**
 * The parameters after an edit of the URL: those of its query and its `/:names`, and the disabled ones. A parameter keeps its
 * description: it is the one of the same name, else the one at the same position, whose name is being changed.
 */
export function withUrl(url: string, params: readonly EditedParam[]): Pick<EditedRequest, 'url' | 'params'> {
  const { query, names } = paramsOfUrl(url);
  const on = params.filter(isOn);
  const free = new Set(on);
  const sameName = query.map(({ name }) => {
    const sameNamed = on.find((param) => free.has(param) && param.name === name);
    if (sameNamed) free.delete(sameNamed);
    return sameNamed;
  });
  const inQuery = query.map((typed, index) => {
    const place = on[index];
    const before = sameName[index] ?? (place && free.has(place) ? place : undefined);
    return { ...before, ...typed };
  });
  const inPath = names.map(
    (name) => params.find((param) => param.type === 'path' && param.name === name) ?? pathParam(name),
  );
  const off = params.filter(({ type, disabled }) => type === 'query' && disabled);
  return { url, params: [...inQuery, ...off, ...inPath] };
}
const pathParam = (name: string): EditedParam => ({ name, value: '', type: 'path' });

/**
 * Adds the parameters that only the address contains, as in files written by hand or by another program. Without them,
 * the table would not show what is sent, and a change in the table would remove them from the address.
 */
export function completeParams(url: string, params: readonly EditedParam[]): EditedParam[] {
  const { query, names } = paramsOfUrl(url);
  const free = new Set(params.filter(isOn));
  const missing = query.filter(({ name }) => {
    const listed = [...free].find((param) => param.name === name);
    return !listed || !free.delete(listed);
  });
  const isListed = (name: string) => params.some((param) => param.type === 'path' && param.name === name);
  return [...params, ...missing, ...names.filter((name) => !isListed(name)).map(pathParam)];
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
