import { Button, Select, Text, TextInput } from '@mantine/core';
import type { EditedBody, EditedPart } from '../../contract/collection.ts';
import { rawTypes } from '../../contract/raw-types.ts';
import { BodyFileNote } from './BodyFileNote.tsx';
import { ChooseFile, ChooseFileDialog } from './ChooseFile.tsx';
import { CodeEditor } from '../monaco/CodeEditor.tsx';
import { EditableTable } from '../ui/table/EditableTable.tsx';
import type { Column } from '../ui/table/table-props.ts';
import { useSearchPlace } from './use-search-place.ts';
import classes from './request-editor.module.css';
import shared from '../ui/shared.module.css';

const kinds: { value: EditedBody['type']; label: string }[] = [
  { value: 'none', label: 'No body' },
  { value: 'json', label: 'JSON' },
  { value: 'text', label: 'Text' },
  { value: 'xml', label: 'XML' },
  { value: 'form-urlencoded', label: 'Form (URL-encoded)' },
  { value: 'multipart-form', label: 'Form data' },
  { value: 'graphql', label: 'GraphQL' },
  { value: 'file', label: 'File' },
  { value: 'sparql', label: 'SPARQL' },
];
const isRaw = (body: EditedBody): body is Extract<EditedBody, { text: string }> =>
  (rawTypes as readonly string[]).includes(body.type);
const partKind: Column<EditedPart> = {
  title: 'Kind',
  width: '84px',
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
  width: '40px',
  render: ({ row, change, label }) =>
    row.type === 'file' && (
      <ChooseFile label={`Choose the file of ${label}`} current={row.value} onChosen={(value) => change({ value })} />
    ),
};

/** The body to send. Each kind keeps what was typed into it; a kind that is new begins with the text of the one before. */
export function BodyEditor(props: {
  /** Of the request. */
  id: string;
  body: EditedBody;
  /** What was typed into the other kinds. */
  others: Partial<Record<string, EditedBody>>;
  onChange: (body: EditedBody) => void;
}) {
  const { id, body, others, onChange } = props;
  const { lineIn } = useSearchPlace();
  const choose = (type: EditedBody['type']) => {
    if (type === body.type) return;
    const before = others[type];
    if (before) return onChange(before);
    const text = isRaw(body) ? body.text : '';
    const fields = body.type === 'form-urlencoded' ? body.fields : body.type === 'multipart-form' ? body.parts : [];
    switch (type) {
      case 'none':
        return onChange({ type });
      case 'form-urlencoded':
        return onChange({
          type,
          fields: fields.map(({ name, value, description, disabled }) => ({
            ...{ name, value },
            ...(description ? { description } : {}),
            ...(disabled ? { disabled } : {}),
          })),
        });
      case 'multipart-form':
        return onChange({ type, parts: fields.map((field) => ({ type: 'text', ...field })) });
      case 'file':
        return onChange({ type, path: '', contentType: 'application/octet-stream' });
      case 'graphql':
        return onChange({ type, query: text, variables: '' });
      default:
        return onChange({ type, text: body.type === 'graphql' ? body.query : text });
    }
  };
  const format = () => {
    if (body.type !== 'json') return;
    try {
      onChange({ ...body, text: JSON.stringify(JSON.parse(body.text), null, 2) });
    } catch {
      // With variables or comments in it, it stays as it is written.
    }
  };
  return (
    <>
      <div className={shared['bodyBar']}>
        <Select
          size="xs"
          w={170}
          aria-label="Kind of body"
          allowDeselect={false}
          data={kinds}
          value={body.type}
          onChange={(type) => choose(type ?? 'none')}
        />
        {body.type === 'json' && (
          <Button size="compact-xs" variant="subtle" disabled={!isJson(body.text)} onClick={format}>
            Format
          </Button>
        )}
        {body.type === 'json' && body.text.trim() !== '' && !isJson(body.text) && (
          <Text size="xs" c="dimmed">
            This is not valid JSON as it stands. It is sent as it is, with its variables filled in.
          </Text>
        )}
      </div>
      {isRaw(body) && (
        <CodeEditor
          of={id}
          withVariables
          label="Body"
          line={lineIn('body')}
          language={body.type === 'json' ? 'body-json' : body.type === 'xml' ? 'xml' : 'plaintext'}
          value={body.text}
          onChange={(text) => onChange({ ...body, text })}
        />
      )}
      {body.type === 'form-urlencoded' && (
        <EditableTable
          key={id}
          what="field"
          rows={body.fields}
          empty={{ name: '', value: '' }}
          onChange={(fields) => onChange({ ...body, fields })}
        />
      )}
      {body.type === 'multipart-form' && (
        <>
          <EditableTable<EditedPart>
            key={id}
            what="part"
            rows={body.parts}
            empty={{ name: '', value: '', type: 'text' }}
            onChange={(parts) => onChange({ ...body, parts })}
            before={partKind}
            after={[partFile]}
          />
          <p className={shared['hint']}>
            Files are paths, absolute or from the workspace; they are streamed from disk.
          </p>
          <div className={shared['form']}>
            {body.parts
              .filter(({ type, disabled }) => type === 'file' && !disabled)
              .map(({ value }, index) => (
                <BodyFileNote key={index} file={value} />
              ))}
          </div>
        </>
      )}
      {body.type === 'file' && (
        <div className={shared['form']}>
          <TextInput
            size="xs"
            maw={460}
            label="File"
            description="A path, absolute or from the workspace; streamed from disk"
            spellCheck={false}
            value={body.path}
            rightSection={
              <ChooseFile
                label="Choose the file"
                current={body.path}
                onChosen={(path) => onChange({ ...body, path })}
              />
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
      )}
      <ChooseFileDialog />
      {body.type === 'graphql' && (
        <div className={classes['halves']}>
          <CodeEditor
            of={id}
            withVariables
            label="Query"
            language="graphql"
            value={body.query}
            onChange={(query) => onChange({ ...body, query })}
          />
          <CodeEditor
            of={id}
            withVariables
            label="Variables of the query"
            language="body-json"
            value={body.variables}
            onChange={(variables) => onChange({ ...body, variables })}
          />
        </div>
      )}
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
