import { Group, Select, TextInput } from '@mantine/core';
import type { ListenerTls } from '../../../contract/webhooks/listener-settings.ts';

/** The fields for the listener's certificate. */
export function TlsFields({ tls, onChange }: { tls: ListenerTls; onChange: (tls: ListenerTls) => void }) {
  return (
    <Group grow align="flex-start" mt={6}>
      <Select
        size="xs"
        label="TLS"
        allowDeselect={false}
        data={[
          { value: 'off', label: 'Off' },
          { value: 'local', label: 'Certificate of this computer' },
          { value: 'files', label: 'Own certificate' },
        ]}
        value={tls.mode}
        onChange={(mode) => onChange({ ...tls, mode: mode ?? 'off' })}
      />
      {tls.mode === 'files' && (
        <>
          <TextInput
            size="xs"
            label="Certificate file"
            placeholder="/path/to/cert.pem"
            value={tls.certFile}
            onChange={(event) => onChange({ ...tls, certFile: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Key file"
            placeholder="/path/to/key.pem"
            value={tls.keyFile}
            onChange={(event) => onChange({ ...tls, keyFile: event.currentTarget.value })}
          />
        </>
      )}
    </Group>
  );
}
