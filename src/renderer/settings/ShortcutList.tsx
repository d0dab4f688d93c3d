import { Kbd, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../context/app-context.ts';
import { shownKeys } from '../context/commands/commands.ts';
import { Setting } from './Setting.tsx';

/** The commands with keyboard shortcuts; the others are in the palette. */
export function ShortcutList() {
  const { commands } = useApp();
  const [search, setSearch] = useState('');
  const needle = search.trim().toLowerCase();
  const listedCommands = commands.filter(
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
