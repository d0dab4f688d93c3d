import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** Its accessible name. */
  label: string;
  value: string;
  onChange(value: string): void;
}

/** The field that filters a list. Esc clears it; where it is empty, Esc leaves it. */
export function SearchField({ label, onChange, ...props }: SearchFieldProps) {
  return (
    <TextInput
      size="xs"
      placeholder="Search"
      leftSection={<IconSearch size={14} />}
      {...props}
      label={undefined}
      aria-label={label}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (event.currentTarget.value === '') return event.currentTarget.blur();
        event.preventDefault();
        event.stopPropagation();
        onChange('');
      }}
    />
  );
}
