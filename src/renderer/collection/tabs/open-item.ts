/** A request or folder in a tab, with what is typed into it. */
import { isSameJson } from '../../ui/same-json.ts';
import type { OtherKinds } from '../drafts/other-kinds.ts';
import type { EditedFolder, EditedRequest, SentResponse } from '../../../contract/collection/collection.ts';

export type OpenItem = {
  /** Its file or folder; the collection itself has an empty one, and a request without a file one of `untitledId`. */
  id: string;
  name: string;
  version: string;
  /** What another program has written since; asked about before anything is lost. */
  theirs?: { version: string };
  /** What was typed into kinds of body and auth that are not chosen now. */
  others?: OtherKinds;
} & (
  | {
      kind: 'request';
      edited: EditedRequest;
      saved: EditedRequest;
      response?: SentResponse;
      /** The run to which the response belongs: its tests stand in the run store. */
      run?: string;
      /** Names without a value with which the person has sent it all the same. */
      accepted?: string[];
      /** The folder that saving suggests for a request without a file. */
      suggestedParent?: string;
    }
  | { kind: 'folder'; edited: EditedFolder; saved: EditedFolder }
);
export type OpenRequest = Extract<OpenItem, { kind: 'request' }>;

export const isEdited = ({ edited, saved }: OpenItem): boolean => !isSameJson(edited, saved);

export function withoutTheirs(item: OpenItem): OpenItem {
  const { theirs: _removed, ...rest } = item;
  return rest;
}
export function withoutOthers(item: OpenItem): OpenItem {
  const { others: _removed, ...rest } = item;
  return rest;
}

export const UNTITLED_NAME = 'Untitled request';
const UNTITLED = '/untitled/';
/** Starts with a slash, which no path inside a workspace does. */
export const untitledId = (number: number): string => `${UNTITLED}${number}`;
/** Whether the request has no file yet. */
export const isUntitled = (id: string): boolean => id.startsWith(UNTITLED);

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

/** A request without a file, into which nothing is typed. */
export const untitledRequest = (id: string): OpenRequest => ({
  kind: 'request',
  id,
  name: UNTITLED_NAME,
  version: '',
  saved: blankRequest,
  edited: blankRequest,
});

/** What a tab and a message call it: a request without a file by its address, as soon as it has one. */
export function titleOf(item: OpenItem): string {
  if (!isUntitled(item.id) || item.kind !== 'request' || item.name !== UNTITLED_NAME) return item.name;
  const address = item.edited.url.trim().replace(/^[a-z]+:\/\//i, '');
  return address === '' ? UNTITLED_NAME : address.slice(0, 60);
}

/** An untitled request that nobody has used: its tab is taken over by what is opened next. */
export const isPristine = (item: OpenItem): boolean =>
  item.kind === 'request' && isUntitled(item.id) && !isEdited(item) && item.run === undefined;
