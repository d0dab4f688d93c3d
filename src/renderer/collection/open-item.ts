/** A request or folder in a tab, with what is typed into it. */
import type { OtherKinds } from './other-kinds.ts';
import type { EditedFolder, EditedRequest, SentResponse } from '../../contract/collection.ts';

export type OpenItem = {
  /** Its file or folder; the collection itself has an empty one. */
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
      /** The run to which the answer belongs: its tests stand in the run store. */
      run?: string;
      /** Names without a value with which the person has sent it all the same. */
      accepted?: string[];
    }
  | { kind: 'folder'; edited: EditedFolder; saved: EditedFolder }
);
export type OpenRequest = Extract<OpenItem, { kind: 'request' }>;

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
export const isEdited = ({ edited, saved }: OpenItem): boolean => !same(edited, saved);

export function withoutTheirs(item: OpenItem): OpenItem {
  const { theirs: _removed, ...rest } = item;
  return rest;
}
