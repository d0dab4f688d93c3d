/** Requests and folders of the collection in their edited form: read from their files, and saved. */
import path from 'node:path';
import type { HostApi } from '../../../contract/host-contract.ts';
import { applyEdit, applyFolderEdit } from '../../collection/edit/edit-request.ts';
import { toEdited, toEditedFolder } from '../../collection/edit/to-edited.ts';
import type { CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { checkFolder } from '../../collection/format/file-shapes.ts';
import { parseRequest, requestName } from '../../collection/format/open-collection.ts';
import { parseYaml } from '../../collection/format/parse-yaml.ts';
import { hashText } from '../../platform/files/hash-text.ts';
import { folderText } from './unsaved-edits.ts';
import { writeOver } from '../variables/write-over.ts';

type Name = 'read' | 'save' | 'readFolder' | 'saveFolder';

/** @param root the folder of the collection, whose name is used if its file has none */
export function createEditedFilesApi(edit: CollectionEdit, root: string): Pick<HostApi, `collection.${Name}`> {
  return {
    async 'collection.read'({ id }) {
      const text = await edit.read(id);
      const request = parseRequest(text, id);
      return { name: requestName(request, id), request: toEdited(request), version: hashText(text) };
    },
    async 'collection.save'({ id, request, version }) {
      const text = await edit.read(id);
      return writeOver(edit, { file: id, text, next: applyEdit(text, request, id), version });
    },
    async 'collection.readFolder'({ id }) {
      const { text, file } = await folderText(edit, id);
      const json = checkFolder(parseYaml(text, file) ?? {}, file);
      const name = json.info?.name || path.basename(id === '' ? root : id);
      return { name, folder: toEditedFolder(json), version: hashText(text) };
    },
    async 'collection.saveFolder'({ id, folder, version }) {
      const { text, file } = await folderText(edit, id);
      return writeOver(edit, { file, text, next: applyFolderEdit(text, folder, file), version });
    },
  };
}
