import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CloseButton } from './CloseButton.tsx';
import { Dialog } from './Dialog.tsx';
import { useWork } from '../work/use-work.ts';

/** Asks for a name. */
export function NameDialog(props: {
  title: string;
  value: string;
  action: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const { title, action, onName, onClose } = props;
  const [name, setName] = useState(props.value);
  const work = useWork('name');
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          work.start(() => onName(name.trim()));
        }}
      >
        <TextInput
          data-autofocus
          size="xs"
          label="Name"
          value={name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="sm" gap="xs">
          <CloseButton label="Cancel" />
          <Button type="submit" size="xs" loading={work.state === 'working'} disabled={name.trim() === ''}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
