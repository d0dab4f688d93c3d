import { Button, Group, Loader, Table } from '@mantine/core';
import { useEffect } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { ProgramsDirectoryButtons } from '../../programs/ProgramsDirectory.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { Setting } from '../Setting.tsx';
import { settingNames } from '../setting-names.ts';
import classes from '../settings.module.css';

/** The programs directory, and the interpreters that were found. */
export function ProgramSettings() {
  const { programs: store } = useApp();
  const { programs, root } = useFrom('app', (state) => state.workspace);
  const interpreters = useFrom('programs', (state) => state.interpreters);
  useEffect(() => void store.getState().load().catch(showError), [store, root]);

  return (
    <>
      <Setting id="programsDirectory">
        <h3>{settingNames.programsDirectory.label}</h3>
        <p className={classes['hint']}>Scripts of this workspace call the programs in this folder by their names.</p>
        <code className={classes['path']}>{visibleText(programs.directory)}</code>
        {!programs.exists && <p className={classes['hint']}>This folder does not exist yet.</p>}
        <Group gap="xs" mt="xs">
          <ProgramsDirectoryButtons />
        </Group>
      </Setting>
      <Setting id="interpreters">
        <h3>{settingNames.interpreters.label}</h3>
        {!interpreters && <Loader size={16} role="img" aria-label="Detecting interpreters" />}
        {interpreters && (
          <Table verticalSpacing={4} fz="xs" aria-label="Interpreters">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Files</Table.Th>
                <Table.Th>Command</Table.Th>
                <Table.Th>Version</Table.Th>
                <Table.Th>Path</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {interpreters.map(({ extension, command, path, version, install, missing }) => (
                <Table.Tr key={extension}>
                  <Table.Td>{extension}</Table.Td>
                  <Table.Td>
                    <code>{command}</code>
                  </Table.Td>
                  <Table.Td>{path === null ? 'Not found' : (version ?? '')}</Table.Td>
                  <Table.Td className={classes['path'] ?? ''}>
                    {path === null ? `Install ${install}` : (missing ?? path)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Button
          size="xs"
          mt="xs"
          variant="default"
          disabled={!interpreters}
          onClick={() => void store.getState().checkAgain().catch(showError)}
        >
          Detect interpreters again
        </Button>
      </Setting>
    </>
  );
}
