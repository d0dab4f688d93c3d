import { Button, Select, Text } from '@mantine/core';
import type { EditedBody } from '../../../contract/collection/collection.ts';
import { bodyKinds, convertBody, isJson, isRaw } from './body-kinds.ts';
import { ChooseFileDialog } from './ChooseFile.tsx';
import { CodeEditor } from '../../monaco/CodeEditor.tsx';
import { EditableTable } from '../../ui/table/EditableTable.tsx';
import { FileBody } from './FileBody.tsx';
import { MultipartBody } from './MultipartBody.tsx';
import { useSearchPlace } from '../parts/use-search-place.ts';
import classes from '../request-editor.module.css';
import shared from '../../ui/shared.module.css';

/** The editor of the body. Each kind keeps its edits; a new kind begins with the text of the one before. */
export function BodyEditor(props: {
  /** Id of the request. */
  id: string;
  body: EditedBody;
  /** Edits of other kinds. */
  others: Partial<Record<string, EditedBody>>;
  onChange: (body: EditedBody) => void;
}) {
  const { id, body, others, onChange } = props;
  const { placeIn } = useSearchPlace();
  const choose = (type: EditedBody['type']) => {
    if (type === body.type) return;
    onChange(others[type] ?? convertBody(body, type));
  };
  const format = () => {
    if (body.type !== 'json') return;
    try {
      onChange({ ...body, text: JSON.stringify(JSON.parse(body.text), null, 2) });
    } catch {
      // With variables or comments in it, the text cannot be formatted.
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
          data={bodyKinds}
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
          place={placeIn('body')}
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
      {body.type === 'multipart-form' && <MultipartBody id={id} parts={body.parts} onChange={onChange} />}
      {body.type === 'file' && <FileBody body={body} onChange={onChange} />}
      <ChooseFileDialog />
      {body.type === 'graphql' && (
        <div className={classes['halves']}>
          <div>
            <small>Query</small>
            <CodeEditor
              of={id}
              withVariables
              label="Query"
              language="graphql"
              value={body.query}
              onChange={(query) => onChange({ ...body, query })}
            />
          </div>
          <div>
            <small>Variables, as JSON</small>
            <CodeEditor
              of={id}
              withVariables
              label="Variables of the query"
              language="body-json"
              value={body.variables}
              onChange={(variables) => onChange({ ...body, variables })}
            />
          </div>
        </div>
      )}
    </>
  );
}
