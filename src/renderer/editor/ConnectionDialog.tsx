import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Modal,
  NumberInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ConnectionSettings } from '../../contract/collection.ts';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';

type Certificate = ConnectionSettings['clientCertificates'][number];
const emptyCertificate: Certificate = { domain: '', cert: '', key: '', pfx: '', passphrase: '' };

/** How servers are reached from this workspace; kept with the secrets of this user, not in the workspace. */
export function ConnectionDialog({ onClose }: { onClose: () => void }) {
  const { client } = useApp();
  const [settings, setSettings] = useState<ConnectionSettings>();
  useEffect(() => void client.call('connection.get', {}).then(setSettings).catch(showError), [client]);
  if (!settings) return null;
  const set = (change: Partial<ConnectionSettings>) => setSettings({ ...settings, ...change });
  const setCertificate = (index: number, change: Partial<Certificate>) =>
    set({
      clientCertificates: settings.clientCertificates.map((one, at) => (at === index ? { ...one, ...change } : one)),
    });
  const save = async () => {
    await client.call('connection.set', settings);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Proxy and certificates" size="lg" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save().catch(showError);
        }}
      >
        <Group align="end" gap="sm">
          <Select
            size="xs"
            w={240}
            label="Proxy"
            allowDeselect={false}
            data={[
              { value: 'system', label: 'HTTP_PROXY, HTTPS_PROXY, NO_PROXY' },
              { value: 'none', label: 'None' },
              { value: 'custom', label: 'This one' },
            ]}
            value={settings.proxy}
            onChange={(proxy) => set({ proxy: proxy ?? 'system' })}
          />
          {settings.proxy === 'custom' && (
            <TextInput
              size="xs"
              style={{ flex: 1 }}
              label="Address of the proxy"
              placeholder="http://user:password@proxy:8080"
              value={settings.proxyUrl}
              onChange={(event) => set({ proxyUrl: event.currentTarget.value })}
            />
          )}
        </Group>
        <NumberInput
          size="xs"
          w={240}
          mt="sm"
          label="Time limit for an answer, in milliseconds"
          description="0: none"
          min={0}
          allowDecimal={false}
          value={settings.timeoutMs}
          onChange={(value) => set({ timeoutMs: Number(value) || 0 })}
        />
        <Checkbox
          size="xs"
          mt="sm"
          label="Check the certificates of servers"
          description="Off only for servers of your own"
          checked={settings.checkCertificates}
          onChange={(event) => set({ checkCertificates: event.currentTarget.checked })}
        />
        <Textarea
          size="xs"
          mt="sm"
          label="Authorities to trust besides the usual ones"
          description="PEM files, a path a line, absolute or from the workspace"
          autosize
          minRows={1}
          value={settings.ca.join('\n')}
          onChange={(event) => set({ ca: event.currentTarget.value.split('\n') })}
          onBlur={() => set({ ca: settings.ca.map((one) => one.trim()).filter(Boolean) })}
        />
        {settings.clientCertificates.map((certificate, index) => (
          <Fieldset key={index} mt="sm" legend={`Client certificate ${index + 1}`}>
            <Group gap="xs" align="end">
              <TextInput
                size="xs"
                w={220}
                label="For the host"
                placeholder="*.example.com"
                value={certificate.domain}
                onChange={(event) => setCertificate(index, { domain: event.currentTarget.value })}
              />
              <PasswordInput
                size="xs"
                w={180}
                label="Passphrase"
                value={certificate.passphrase}
                onChange={(event) => setCertificate(index, { passphrase: event.currentTarget.value })}
              />
              <ActionIcon
                size={28}
                variant="subtle"
                color="gray"
                aria-label={`Remove client certificate ${index + 1}`}
                onClick={() => set({ clientCertificates: settings.clientCertificates.filter((_, at) => at !== index) })}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
            <Group gap="xs" grow>
              {(['cert', 'key', 'pfx'] as const).map((field) => (
                <TextInput
                  key={field}
                  size="xs"
                  label={{ cert: 'Certificate (PEM)', key: 'Key (PEM)', pfx: 'or PKCS#12' }[field]}
                  value={certificate[field]}
                  onChange={(event) => setCertificate(index, { [field]: event.currentTarget.value })}
                />
              ))}
            </Group>
          </Fieldset>
        ))}
        <Group justify="space-between" mt="md">
          <Button
            size="xs"
            variant="default"
            onClick={() => set({ clientCertificates: [...settings.clientCertificates, emptyCertificate] })}
          >
            Add a client certificate
          </Button>
          <Button size="xs" type="submit">
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
