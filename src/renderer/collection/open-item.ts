/** A request or folder in a tab, with what is typed into it. */
import type { EditedFolder, EditedRequest, SentResponse } from '../../contract/collection.ts';

export type OpenItem = {
  /** Its file or folder; the collection itself has an empty one. */
  id: string;
  name: string;
  version: string;
  /** What another program has written since; asked about before anything is lost. */
  theirs?: { version: string };
} & (
  | {
      kind: 'request';
      edited: EditedRequest;
      saved: EditedRequest;
      response?: SentResponse;
      /** The run to which the answer belongs: its tests stand in the run store. */
      run?: string;
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
