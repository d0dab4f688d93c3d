import { Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { DiffEditor } from '../../../monaco/DiffEditor.tsx';
import { CloseFooter } from '../../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';

interface Choice {
  value: string;
  label: string;
}

/** A dialog that shows two texts side by side; each can be chosen. */
export function CompareTwo(props: {
  title: string;
  choices: readonly Choice[];
  /** The chosen values of the two sides. */
  chosen: readonly [string, string];
  onChoose: (chosen: [string, string]) => void;
  /** Undefined while the texts are loaded. */
  texts: readonly [string, string] | undefined;
  onClose: () => void;
  /** A sentence about the differences. */
  children?: ReactNode;
}) {
  const { choices, chosen, onChoose, texts } = props;
  const labelOf = (notificationId: string) => choices.find(({ value }) => value === notificationId)?.label ?? '';
  const choose = (side: 0 | 1, label: string) => (
    <Select
      size="xs"
      flex={1}
      label={label}
      allowDeselect={false}
      searchable
      data={choices}
      value={chosen[side]}
      onChange={(value) => onChoose(side === 0 ? [value ?? chosen[0], chosen[1]] : [chosen[0], value ?? chosen[1]])}
    />
  );
  return (
    <Dialog opened onClose={props.onClose} title={props.title} size="90%">
      <Group mb="xs" gap="sm" wrap="nowrap">
        {choose(0, 'Compare')}
        {choose(1, 'With')}
      </Group>
      {props.children}
      {texts && (
        <DiffEditor
          original={{ label: labelOf(chosen[0]), text: texts[0] }}
          modified={{ label: labelOf(chosen[1]), text: texts[1] }}
          language="plaintext"
        />
      )}
      <CloseFooter />
    </Dialog>
  );
}
