import { ActionIcon, Fieldset, Group, PasswordInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';
import { ChooseFile } from '../../context/controls/ChooseFile.tsx';

type Certificate = ConnectionSettings['clientCertificates'][number];
const files = {
  cert: { label: 'Certificate (PEM)', placeholder: 'certs/client.pem' },
  key: { label: 'Private key (PEM)', placeholder: 'certs/client.key' },
  pfx: { label: 'Or PKCS#12', placeholder: 'certs/client.p12' },
} as const;

/** The certificate that this computer shows to a host: PEM files, or one of PKCS#12. */
export function ClientCertificateFields(props: {
  number: number;
  certificate: Certificate;
  /** What is wrong with a field. */
  problemOf: (field: keyof Certificate) => string | undefined;
  onChange: (change: Partial<Certificate>) => void;
  onRemove: () => void;
}) {
  const { number, certificate, problemOf, onChange, onRemove } = props;
  return (
    <Fieldset mb="sm" maw={720} legend={`Client certificate ${number}`}>
      <Group gap="xs" align="start">
        <TextInput
          size="xs"
          w={220}
          label="Host"
          placeholder="*.example.com"
          value={certificate.domain}
          error={problemOf('domain')}
          onChange={(event) => onChange({ domain: event.currentTarget.value })}
        />
        <PasswordInput
          size="xs"
          w={180}
          label="Passphrase"
          value={certificate.passphrase}
          error={problemOf('passphrase')}
          onChange={(event) => onChange({ passphrase: event.currentTarget.value })}
        />
        <ActionIcon
          size={28}
          mt={20}
          variant="subtle"
          color="gray"
          aria-label={`Remove client certificate ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Group>
      <Group gap="xs" mt="xs" align="start" grow>
        {(['cert', 'key', 'pfx'] as const).map((field) => (
          <TextInput
            key={field}
            size="xs"
            {...files[field]}
            value={certificate[field]}
            error={problemOf(field)}
            rightSection={
              <ChooseFile
                label={`Choose the file of ${files[field].label}`}
                current={certificate[field]}
                onChosen={(file) => onChange({ [field]: file })}
              />
            }
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        ))}
      </Group>
    </Fieldset>
  );
}
