import { Button, Checkbox, Loader, Select, Textarea, TextInput } from '@mantine/core';
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { ChooseFile } from '../../context/controls/ChooseFile.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { toastWithUndo } from '../../ui/messages/undo.tsx';
import { ClientCertificateFields } from './ClientCertificateFields.tsx';
import { Setting } from '../Setting.tsx';
import { settingNames } from '../setting-names.ts';
import { useConnectionProblems } from './use-connection-problems.ts';
import classes from '../settings.module.css';

type Certificate = ConnectionSettings['clientCertificates'][number];
const emptyCertificate: Certificate = { domain: '', cert: '', key: '', pfx: '', passphrase: '' };

/** The connection settings of this workspace; stored with the secrets of this user, not in the workspace. */
export function ConnectionForm() {
  const { settings } = useApp();
  const connection = useFrom('settings', (state) => state.connection);
  const problems = useConnectionProblems(connection);
  if (!connection) return <Loader size={16} role="img" aria-label="Loading" />;
  const set = (change: Partial<ConnectionSettings>) =>
    void settings.getState().changeConnection(change).catch(showError);
  const { clientCertificates } = connection;
  const ofAuthorities = connection.ca.flatMap((_, index) => problems[`ca.${index}`] ?? []);
  const setCertificate = (index: number, change: Partial<Certificate>) =>
    set({
      clientCertificates: clientCertificates.map((certificate, position) =>
        position === index ? { ...certificate, ...change } : certificate,
      ),
    });
  const removeCertificate = (index: number, certificate: Certificate) => {
    set({ clientCertificates: clientCertificates.toSpliced(index, 1) });
    // Others may have been changed meanwhile.
    const restore = (present: Certificate[]) => ({ clientCertificates: present.toSpliced(index, 0, certificate) });
    toastWithUndo('The client certificate was removed', () =>
      settings.getState().changeConnection(restore(settings.getState().connection?.clientCertificates ?? [])),
    );
  };
  return (
    <>
      <p className={classes['hint']}>For this workspace, on this computer. None of it is stored in the workspace.</p>
      <Setting id="proxy">
        <Select
          size="xs"
          maw={440}
          label={settingNames.proxy.label}
          allowDeselect={false}
          data={[
            { value: 'system', label: 'From the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY)' },
            { value: 'none', label: 'No proxy' },
            { value: 'custom', label: 'The proxy below' },
          ]}
          value={connection.proxy}
          onChange={(proxy) => set({ proxy: proxy ?? 'system' })}
        />
        {connection.proxy === 'custom' && (
          <TextInput
            size="xs"
            mt="xs"
            maw={360}
            label="Proxy address"
            placeholder="http://user:password@proxy:8080"
            value={connection.proxyUrl}
            error={problems['proxyUrl']}
            onChange={(event) => set({ proxyUrl: event.currentTarget.value })}
          />
        )}
      </Setting>
      <Setting id="checkCertificates">
        <Checkbox
          size="xs"
          label={settingNames.checkCertificates.label}
          description="Turn this off only for your own servers: without it, a server cannot prove who it is."
          checked={connection.checkCertificates}
          onChange={(event) => set({ checkCertificates: event.currentTarget.checked })}
        />
      </Setting>
      <Setting id="authorities">
        <Textarea
          size="xs"
          maw={560}
          label={settingNames.authorities.label}
          description="PEM files to trust besides those of the system: one path per line, absolute or relative to the workspace."
          autosize
          minRows={2}
          value={connection.ca.join('\n')}
          error={ofAuthorities.length > 0 && ofAuthorities.map((problem, index) => <div key={index}>{problem}</div>)}
          rightSection={
            <ChooseFile
              label="Add a certificate authority"
              current={connection.ca.at(-1) ?? ''}
              onChosen={(file) => set({ ca: [...connection.ca.filter(Boolean), file] })}
            />
          }
          onChange={(event) => set({ ca: event.currentTarget.value.split('\n') })}
          onBlur={() => set({ ca: connection.ca.map((item) => item.trim()).filter(Boolean) })}
        />
      </Setting>
      <Setting id="clientCertificates">
        {clientCertificates.map((certificate, index) => (
          <ClientCertificateFields
            key={index}
            number={index + 1}
            certificate={certificate}
            problemOf={(field) => problems[`clientCertificates.${index}.${field}`]}
            onChange={(change) => setCertificate(index, change)}
            onRemove={() => removeCertificate(index, certificate)}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          onClick={() => set({ clientCertificates: [...clientCertificates, emptyCertificate] })}
        >
          Add a client certificate
        </Button>
      </Setting>
    </>
  );
}
