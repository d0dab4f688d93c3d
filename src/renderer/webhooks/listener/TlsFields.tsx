import { Code, Group, Select, Text, TextInput } from '@mantine/core';
import type { ListenerTls } from '../../../contract/webhooks/listener-settings.ts';
import { useFrom } from '../../context/app-context.ts';
import { ChooseFile } from '../../context/controls/ChooseFile.tsx';
import { CopyText } from '../../ui/buttons/CopyText.tsx';

const files = {
  certFile: { label: 'Certificate (PEM)', placeholder: '/path/to/cert.pem' },
  keyFile: { label: 'Private key (PEM)', placeholder: '/path/to/key.pem' },
} as const;

/** The fields for the listener's certificate. */
export function TlsFields({ tls, onChange }: { tls: ListenerTls; onChange: (tls: ListenerTls) => void }) {
  const root = useFrom('app', (state) => state.workspace.root);
  const localCertificate = useFrom('webhooks', (state) => state.status?.localCertificate);
  // A file in the workspace is chosen by its path there.
  const absolute = (file: string) => (/^([/\\]|[A-Za-z]:)/.test(file) ? file : `${root}/${file}`);
  return (
    <>
      <Group grow align="flex-start" mt={6}>
        <Select
          size="xs"
          label="TLS"
          allowDeselect={false}
          data={[
            { value: 'off', label: 'Off' },
            { value: 'local', label: 'Self-signed certificate' },
            { value: 'files', label: 'Certificate files' },
          ]}
          value={tls.mode}
          onChange={(mode) => onChange({ ...tls, mode: mode ?? 'off' })}
        />
        {tls.mode === 'files' &&
          (['certFile', 'keyFile'] as const).map((field) => (
            <TextInput
              key={field}
              size="xs"
              {...files[field]}
              value={tls[field]}
              rightSection={
                <ChooseFile
                  label={`Choose the file of ${files[field].label}`}
                  current={tls[field]}
                  onChosen={(file) => onChange({ ...tls, [field]: absolute(file) })}
                />
              }
              onChange={(event) => onChange({ ...tls, [field]: event.currentTarget.value })}
            />
          ))}
      </Group>
      {tls.mode === 'local' && localCertificate !== undefined && (
        <Group gap={4} mt={4} wrap="nowrap">
          <Text size="xs" c="var(--text-quiet)">
            Senders have to trust this certificate, which is created when the listener begins to use it:{' '}
            <Code>{localCertificate}</Code>
          </Text>
          <CopyText label="Copy the path of the certificate" read={() => Promise.resolve(localCertificate)} />
        </Group>
      )}
    </>
  );
}
