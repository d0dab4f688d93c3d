import { Kbd, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../context/app-context.ts';
import { isMac, shownKeys } from '../context/commands/commands.ts';
import { Setting } from './Setting.tsx';

/** A key of the code editor itself, without which the keyboard does not get out of it. */
const editorKey = {
  id: 'editor-tab',
  label: 'In an editor: let Tab move the focus, or type a tab again',
  keys: isMac ? 'Ctrl+Shift+M' : 'Ctrl+M',
};

/** The commands with keyboard shortcuts; the others are in the palette. */
export function ShortcutList() {
  const { commands } = useApp();
  const [search, setSearch] = useState('');
  const needle = search.trim().toLowerCase();
  const listedCommands = [...commands, editorKey].filter(
    ({ label, keys }) => keys !== undefined && `${label} ${shownKeys(keys)}`.toLowerCase().includes(needle),
  );
  return (
    <Setting id="shortcuts">
      <TextInput
        size="xs"
        maw={320}
        aria-label="Search shortcuts"
        placeholder="Search shortcuts"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Table verticalSpacing={4} fz="xs" aria-label="Keyboard shortcuts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Action</Table.Th>
            <Table.Th>Keys</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listedCommands.map(({ id, label, keys = '' }) => (
            <Table.Tr key={id}>
              <Table.Td>{label}</Table.Td>
              <Table.Td>
                <Kbd size="xs">{shownKeys(keys)}</Kbd>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Setting>
  );
}
