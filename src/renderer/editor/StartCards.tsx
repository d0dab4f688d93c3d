import { UnstyledButton } from '@mantine/core';
import { IconApps, IconFileImport, IconFolderOpen, IconMessages, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApp } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { showError } from '../ui/messages/notify.ts';
import classes from './start.module.css';

/** First steps, shown while only an unused request is open. */
export function StartCards() {
  const { app, commands, requests, scripts } = useApp();
  const openSample = async () => {
    await scripts.getState().openExample();
    app.getState().show('scripts');
  };
  return (
    <section className={classes['start']} aria-label="Start">
      <p className={classes['hint']}>Type an address above and press Enter: the response is shown here.</p>
      <Cards label="Get started">
        <Card icon={<IconSend size={20} />} title="New request" onClick={() => focusAddress()}>
          Type an address, send it, and save it when you want to keep it.
        </Card>
        <Card icon={<IconFileImport size={20} />} title="Import" onClick={() => runCommand(commands, 'import')}>
          Postman, OpenAPI, Swagger, Insomnia, Bruno, HAR, cURL or OpenCollection.
        </Card>
        <Card
          icon={<IconFolderOpen size={20} />}
          title="Open folder"
          onClick={() => runCommand(commands, 'open-folder')}
        >
          A folder with a collection, scripts or programs.
        </Card>
      </Cards>
      <h2>Examples</h2>
      <Cards label="Examples">
        <Card icon={<IconApps size={20} />} title="Sample programs" onClick={() => openSample().catch(showError)}>
          Opens a workspace whose scripts call programs in other languages.
        </Card>
        <Card
          icon={<IconMessages size={20} />}
          title="Messaging service operations"
          onClick={() => requests.getState().create(true).catch(showError)}
        >
          Adds a request for each operation to this workspace.
        </Card>
      </Cards>
    </section>
  );
}

const focusAddress = () => document.querySelector<HTMLElement>('[aria-label="Address"]')?.focus();

function Cards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes['cards']} aria-label={label}>
      {children}
    </ul>
  );
}

function Card(props: { icon: ReactNode; title: string; children: ReactNode; onClick: () => unknown }) {
  const { icon, title, children, onClick } = props;
  return (
    <li>
      <UnstyledButton className={classes['card'] ?? ''} onClick={() => void onClick()}>
        {icon}
        <b>{title}</b>
        <span>{children}</span>
      </UnstyledButton>
    </li>
  );
}
