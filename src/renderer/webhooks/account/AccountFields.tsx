import { Group, PasswordInput, TextInput } from '@mantine/core';

export interface AccountFieldValues {
  apiUrl: string;
  mediaUrl: string;
  idInstance: string;
  /** Undefined: the stored token is kept. */
  token: string | undefined;
}

/** The address and the credentials of the account. */
export function AccountFields(props: {
  values: AccountFieldValues;
  hasToken: boolean;
  onChange: (change: Partial<AccountFieldValues>) => void;
}) {
  const { values, hasToken, onChange } = props;
  const field = (name: 'apiUrl' | 'mediaUrl' | 'idInstance') => (
    <TextInput
      size="xs"
      label={name}
      value={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Group grow>
        {field('apiUrl')}
        {field('mediaUrl')}
      </Group>
      <Group grow mt={6}>
        {field('idInstance')}
        <PasswordInput
          size="xs"
          label="apiTokenInstance"
          placeholder={hasToken ? 'set; type to change it' : ''}
          value={values.token ?? ''}
          onChange={(event) => onChange({ token: event.currentTarget.value })}
        />
      </Group>
    </>
  );
}
