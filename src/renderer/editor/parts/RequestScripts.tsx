import { Tabs } from '@mantine/core';
import type { EditedFolder } from '../../../contract/collection/collection.ts';
import { CodeEditor } from '../../monaco/CodeEditor.tsx';
import shared from '../../ui/shared.module.css';
import { mark } from './tab-mark.ts';
import { useSearchPlace } from './use-search-place.ts';
import type { ShownTab } from './use-shown-tab.ts';

type Scripts = Pick<EditedFolder, 'preRequest' | 'postResponse'>;

// Lines that fit into a narrow editor.
const preRequestHint = `// Runs before the request is sent, for example:
const sign = await pm.executeAsync('sign.py');
pm.variables.set('signature', sign);`;
const postResponseHint = `// Runs after the response has come, for example:
pm.test('is OK', () => {
  pm.response.to.have.status(200);
});`;

/** Whether the tab of a request or folder is one of its two scripts. */
export const isScriptTab = (tab: string): boolean => tab === 'pre' || tab === 'post';
/** The script that is shown first: the one with content, or the pre-request script where both or neither have any. */
export const scriptTabOf = ({ preRequest, postResponse }: Scripts): string =>
  preRequest === '' && postResponse !== '' ? 'post' : 'pre';

/** The scripts of a request or folder: pre-request and post-response. */
export function RequestScripts(props: {
  /** The id of the request or folder. */
  id: string;
  edited: Scripts;
  edit: (change: Partial<Scripts>) => void;
  shown: ShownTab;
}) {
  const { id, edited, edit, shown } = props;
  const { placeIn } = useSearchPlace();
  return (
    <Tabs
      value={shown.tab}
      onChange={(tab) => tab !== null && shown.choose(tab)}
      keepMounted={false}
      variant="pills"
      className={shared['tabs'] ?? ''}
      classNames={{ list: shared['innerTabList'] ?? '', tab: shared['innerTab'] ?? '', panel: shared['panel'] ?? '' }}
    >
      <Tabs.List aria-label="Scripts">
        <Tabs.Tab value="pre">Pre-request{mark(edited.preRequest !== '')}</Tabs.Tab>
        <Tabs.Tab value="post">Post-response{mark(edited.postResponse !== '')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="pre">
        <CodeEditor
          of={id}
          label="Pre-request script"
          language="javascript"
          scriptKind="pre-request"
          placeholder={preRequestHint}
          place={placeIn('before-request')}
          value={edited.preRequest}
          onChange={(preRequest) => edit({ preRequest })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="post">
        <CodeEditor
          of={id}
          label="Post-response script"
          language="javascript"
          scriptKind="post-response"
          placeholder={postResponseHint}
          place={placeIn('after-response')}
          value={edited.postResponse}
          onChange={(postResponse) => edit({ postResponse })}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
