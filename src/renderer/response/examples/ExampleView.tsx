import { Button } from '@mantine/core';
import { IconGitCompare, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { EditedRequest } from '../../../contract/collection/collection.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { OpenRequest } from '../../collection/tabs/open-item.ts';
import { useApp } from '../../context/app-context.ts';
import { runCommand } from '../../context/commands/commands.ts';
import { useDialog } from '../../context/use-dialog.ts';
import { CodeEditor } from '../../monaco/CodeEditor.tsx';
import { Markdown } from '../../ui/markdown/Markdown.tsx';
import { sizeText } from '../../ui/labels/size.ts';
import { StatusLabel } from '../../ui/labels/StatusLabel.tsx';
import { CompareResponses } from './CompareResponses.tsx';
import { Pairs } from '../parts/Pairs.tsx';
import type { OpenExample } from '../response-store.ts';
import { ResponseTabs } from '../ResponseTabs.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import classes from '../response.module.css';
import shared from '../../ui/shared.module.css';

/** A stored response with its request, read-only. */
export function ExampleView({ example, open }: { example: OpenExample; open: OpenRequest }) {
  const { app, commands, response: store } = useApp();
  const [tab, setTab] = useState('body');
  const comparison = useDialog('compare-response');
  const { name, request, response, description } = example;
  const content = (
    <div className={classes['exampleRequest']}>
      {description !== '' && <Markdown text={description} />}
      {request && <ExampleRequest request={request} />}
      {!request && description === '' && <p className={shared['quiet']}>This example has no request of its own.</p>}
    </div>
  );
  return (
    <section className={classes['example']} aria-label={`Example ${visibleText(name)}`}>
      <ResponseTabs
        response={response}
        tab={tab}
        onTab={setTab}
        first={{ value: 'request', label: 'Request', content }}
      >
        <div className={classes['summary']}>
          <b className={classes['exampleName']}>Example: {visibleText(name)}</b>
          {response.status > 0 && (
            <StatusLabel status={response.status} statusText={response.statusText} testId="example-status" />
          )}
          <span className={classes['measure']}>{sizeText(response.size)}</span>
          <span className={classes['actions']}>
            <IconButton
              label="Compare with a response"
              size={24}
              onClick={() => runCommand(commands, 'compare-response')}
            >
              <IconGitCompare size={15} />
            </IconButton>
            <IconButton label="Delete the example" size={24} onClick={() => runCommand(commands, 'delete-example')}>
              <IconTrash size={15} />
            </IconButton>
            <Button size="compact-xs" variant="default" onClick={() => store.getState().closeExample()}>
              Close the example
            </Button>
          </span>
        </div>
      </ResponseTabs>
      {comparison && (
        <CompareResponses open={open} response={response} onClose={() => app.getState().closeDialog(comparison)} />
      )}
    </section>
  );
}

function ExampleRequest({ request }: { request: EditedRequest }) {
  const { method, url, headers, body } = request;
  const text = 'text' in body ? body.text : body.type === 'graphql' ? body.query : '';
  const fields = 'fields' in body ? body.fields : 'parts' in body ? body.parts : [];
  return (
    <>
      <code className={classes['exampleAddress']}>{visibleText(`${method} ${url}`)}</code>
      {headers.length > 0 && <Pairs pairs={headers} />}
      {fields.length > 0 && <Pairs pairs={fields} />}
      {text !== '' && (
        <div className={classes['exampleBody']}>
          <CodeEditor label="Body of the example’s request" language="body-json" value={text} />
        </div>
      )}
    </>
  );
}
