import { Select } from '@mantine/core';
import type { EditedBody, EditedPart } from '../../../contract/collection/collection.ts';
import { EditableTable } from '../../ui/table/EditableTable.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import { BodyFileNote } from './BodyFileNote.tsx';
import { ChooseFile } from '../../context/controls/ChooseFile.tsx';
import shared from '../../ui/shared.module.css';

const partKind: Column<EditedPart> = {
  title: 'Kind',
  width: '76px',
  render: ({ row, change, label }) => (
    <Select
      size="xs"
      variant="unstyled"
      aria-label={`Kind of ${label}`}
      allowDeselect={false}
      data={[
        { value: 'text', label: 'Text' },
        { value: 'file', label: 'File' },
      ]}
      value={row.type}
      onChange={(type) => change({ type: type ?? row.type })}
    />
  ),
};

const partFile: Column<EditedPart> = {
  title: 'File',
  width: '36px',
  render: ({ row, change, label }) =>
    row.type === 'file' && (
      <ChooseFile label={`Choose the file of ${label}`} current={row.value} onChosen={(value) => change({ value })} />
    ),
};

/** The parts of a form: texts, and files by their paths. */
export function MultipartBody(props: { parts: EditedPart[]; onChange: (body: EditedBody) => void }) {
  const { parts, onChange } = props;
  return (
    <>
      <EditableTable<EditedPart>
        what="part"
        rows={parts}
        empty={{ name: '', value: '', type: 'text' }}
        onChange={(changed) => onChange({ type: 'multipart-form', parts: changed })}
        before={partKind}
        after={[partFile]}
      />
      <p className={shared['hint']}>
        Files are paths, absolute or relative to the workspace; they are streamed from disk.
      </p>
      <div className={shared['form']}>
        {parts
          .filter(({ type, disabled }) => type === 'file' && !disabled)
          .map(({ value }, index) => (
            <BodyFileNote key={index} file={value} />
          ))}
      </div>
    </>
  );
}
