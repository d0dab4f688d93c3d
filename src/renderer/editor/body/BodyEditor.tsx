import { Button, Select, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { EditedBody } from '../../../contract/collection/collection.ts';
import { bodyKinds, convertBody, isJson, isRaw } from './body-kinds.ts';
import { useApp } from '../../context/app-context.ts';
import { CodeEditor } from '../../monaco/CodeEditor.tsx';
import { EditableTable } from '../../ui/table/EditableTable.tsx';
import { FileBody } from './FileBody.tsx';
import { MultipartBody } from './MultipartBody.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { useItemKey } from '../parts/use-item-key.ts';
import { useSearchPlace } from '../parts/use-search-place.ts';
import classes from '../request-editor.module.css';
import shared from '../../ui/shared.module.css';

const jsonOf = (body: EditedBody): string | undefined =>
  body.type === 'json' ? body.text : body.type === 'graphql' ? body.variables : undefined;

/** Formats the JSON of the body. With variables or comments in it, it cannot be formatted. */
function useFormat(body: EditedBody, onChange: (body: EditedBody) => void): () => void {
  const { response } = useApp();
  const shown = useRef(body);
  useEffect(() => void (shown.current = body), [body]);
  return () => {
    const json = jsonOf(body);
    if (json === undefined || !isJson(json)) return;
    const put = (text: string) => {
      // What was typed or opened meanwhile stays.
      if (shown.current !== body) return;
      if (body.type === 'json') onChange({ ...body, text });
      if (body.type === 'graphql') onChange({ ...body, variables: text });
    };
    response.getState().formatJson(json).then(put, showError);
  };
}

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
  const itemKey = useItemKey(id);
  const { placeIn } = useSearchPlace();
  const choose = (type: EditedBody['type']) => {
    if (type === body.type) return;
    onChange(others[type] ?? convertBody(body, type));
  };
  const format = useFormat(body, onChange);
  const json = jsonOf(body);
  return (
    <>
      <div className={shared['bodyBar']}>
        <Select
          size="xs"
          w={170}
          aria-label="Body type"
          allowDeselect={false}
          data={bodyKinds}
          value={body.type}
          onChange={(type) => choose(type ?? 'none')}
        />
        {json !== undefined && (
          <Button size="compact-xs" variant="subtle" disabled={!isJson(json)} onClick={format}>
            {body.type === 'graphql' ? 'Format the variables' : 'Format'}
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
          key={itemKey}
          what="field"
          rows={body.fields}
          empty={{ name: '', value: '' }}
          onChange={(fields) => onChange({ ...body, fields })}
        />
      )}
      {body.type === 'multipart-form' && <MultipartBody key={itemKey} parts={body.parts} onChange={onChange} />}
      {body.type === 'file' && <FileBody body={body} onChange={onChange} />}
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
            <small>Variables (JSON)</small>
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
