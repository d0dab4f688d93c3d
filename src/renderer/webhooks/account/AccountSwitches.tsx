import { Button, Table } from '@mantine/core';
import type { AccountSettings } from './AccountQuestion.tsx';

/** The notifications that the account sends; the others can be switched on. */
export function AccountSwitches(props: {
  /** The notifications of each switch, by its name. */
  switches: Record<string, string>;
  settings: AccountSettings;
  onSwitchOn: (name: string) => void;
}) {
  return (
    <Table mt="sm" verticalSpacing={2} fz="xs">
      <Table.Tbody>
        {Object.entries(props.switches).map(([name, meaning]) => (
          <Table.Tr key={name}>
            <Table.Td>{meaning}</Table.Td>
            <Table.Td>
              <code>{name}</code>
            </Table.Td>
            <Table.Td>{String(props.settings[name] ?? 'unknown')}</Table.Td>
            <Table.Td>
              {props.settings[name] !== 'yes' && (
                <Button size="compact-xs" variant="subtle" onClick={() => props.onSwitchOn(name)}>
                  Switch on…
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
