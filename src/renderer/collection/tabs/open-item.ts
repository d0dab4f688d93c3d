/** A request or folder in a tab, with its edits. */
import { folderOf } from '../item-path.ts';
import { isSameJson } from '../../ui/same-json.ts';
import type { OtherKinds } from '../drafts/other-kinds.ts';
import type { EditedFolder, EditedRequest, SentResponse } from '../../../contract/collection/collection.ts';

export type OpenItem = {
  /** Its file or folder; empty for the collection itself, and `newUntitledId` for a request without a file. */
  id: string;
  name: string;
  version: string;
  /** A version of the file that another program has written; the person is asked before it is overwritten. */
  diskChange?: { version: string };
  /** Edits of kinds of body and auth that are not selected. */
  others?: OtherKinds;
} & (
  | {
      kind: 'request';
      edited: EditedRequest;
      saved: EditedRequest;
      response?: SentResponse;
      /** The run of the response, whose tests are in the run store. */
      run?: string;
      /** Names without a value with which the person has decided to send it. */
      accepted?: string[];
      /** The folder of a request without a file: it inherits from it, and is saved there if no other is chosen. */
      parent?: string;
    }
  | { kind: 'folder'; edited: EditedFolder; saved: EditedFolder }
);
export type OpenRequest = Extract<OpenItem, { kind: 'request' }>;

export const isEdited = ({ edited, saved }: OpenItem): boolean => !isSameJson(edited, saved);

export function withoutDiskChange(item: OpenItem): OpenItem {
  const { diskChange: _removed, ...rest } = item;
  return rest;
}
export function withoutOthers(item: OpenItem): OpenItem {
  const { others: _removed, ...rest } = item;
  return rest;
}

export const UNTITLED_NAME = 'Untitled request';
const UNTITLED = '/untitled/';
/** Begins with a slash, unlike paths inside of a workspace; no other window on the same folder has the same. */
export const newUntitledId = (): string => UNTITLED + crypto.randomUUID();
/** Whether the request has no file yet. */
export const isUntitled = (id: string): boolean => id.startsWith(UNTITLED);

/** The folder that a request or folder is in; empty at the top. */
export const parentOf = (item: OpenItem): string =>
  isUntitled(item.id) ? ((item.kind === 'request' ? item.parent : undefined) ?? '') : folderOf(item.id);

/** What a call of the host needs to know of a request without a file. */
export const draftParent = (item: OpenItem): { parent?: string } =>
  item.kind === 'request' && isUntitled(item.id) && item.parent !== undefined ? { parent: item.parent } : {};

export const blankRequest: EditedRequest = {
  method: 'GET',
  url: '',
  params: [],
  headers: [],
  body: { type: 'none' },
  auth: { type: 'inherit' },
  variables: [],
  preRequest: '',
  postResponse: '',
  docs: '',
  settings: { timeout: null, followRedirects: null, maxRedirects: null },
};

/** A request without a file and without edits. */
export const untitledRequest = (id: string): OpenRequest => ({
  kind: 'request',
  id,
  name: UNTITLED_NAME,
  version: '',
  saved: blankRequest,
  edited: blankRequest,
});

/** The title of a tab and in messages: for a request without a file its address, once it has one. */
export function titleOf(item: OpenItem): string {
  return isUntitled(item.id) && item.kind === 'request' ? titleByAddress(item.name, item.edited.url) : item.name;
}

/** The name of a request, or its address where it was not named yet. */
export function titleByAddress(name: string, url: string): string {
  const address = url.trim().replace(/^[a-z]+:\/\//i, '');
  return name !== UNTITLED_NAME || address === '' ? name : address.slice(0, 60);
}

/** A part of an address that says nothing about a request: a path parameter, a variable or a number. */
const VALUE_IN_ADDRESS = /^(?::.*|\{\{[^{}]*\}\}|\d+)$/;

/**
 * The name that is suggested for saving: that with which the request was opened, or the last part of its address with a
 * meaning.
 */
export function suggestedName(item: OpenRequest): string {
  if (item.name !== UNTITLED_NAME) return item.name;
  const [address = ''] = item.edited.url.trim().split(/[?#]/);
  const parts = address
    .replace(/^[a-z]+:\/\//i, '')
    .split('/')
    .filter((part) => part !== '' && !VALUE_IN_ADDRESS.test(part));
  return parts.at(-1)?.slice(0, 100) ?? titleOf(item);
}

/** An unused untitled request: its tab is reused for the next item that is opened. */
export const isPristine = (item: OpenItem): boolean =>
  item.kind === 'request' && isUntitled(item.id) && !isEdited(item) && item.run === undefined;
