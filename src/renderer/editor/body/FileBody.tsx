import { TextInput } from '@mantine/core';
import type { EditedBody } from '../../../contract/collection/collection.ts';
import { BodyFileNote } from './BodyFileNote.tsx';
import { ChooseFile } from '../../context/controls/ChooseFile.tsx';
import shared from '../../ui/shared.module.css';

/** A file that is sent as the body, by its path. */
export function FileBody(props: { body: Extract<EditedBody, { type: 'file' }>; onChange: (body: EditedBody) => void }) {
  const { body, onChange } = props;
  return (
    <div className={shared['form']}>
      <TextInput
        size="xs"
        maw={460}
        label="File"
        description="A path, absolute or relative to the workspace; streamed from disk"
        spellCheck={false}
        value={body.path}
        rightSection={
          <ChooseFile label="Choose the file" current={body.path} onChosen={(path) => onChange({ ...body, path })} />
        }
        onChange={(event) => onChange({ ...body, path: event.currentTarget.value })}
      />
      <BodyFileNote file={body.path} />
      <TextInput
        size="xs"
        maw={460}
        label="Content-Type"
        spellCheck={false}
        value={body.contentType}
        onChange={(event) => onChange({ ...body, contentType: event.currentTarget.value })}
      />
    </div>
  );
}
