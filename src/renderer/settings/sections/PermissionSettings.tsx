import { Button } from '@mantine/core';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { trustText } from '../../programs/trust-words.ts';
import { showError } from '../../ui/messages/notify.ts';
import { Setting } from '../Setting.tsx';
import { settingNames, type SettingId } from '../setting-names.ts';
import classes from '../settings.module.css';

/** The permissions of this workspace's scripts, each with a button to revoke it. */
export function PermissionSettings() {
  const { programs, settings } = useApp();
  const trusted = useFrom('programs', (state) => state.trusted);
  const files = useFrom('settings', (state) => state.allowedFiles);
  const vaultAllowed = useFrom('settings', (state) => state.vaultAllowed);
  const debuggingAllowed = useFrom('settings', (state) => state.debuggingAllowed);
  return (
    <>
      <Permissions
        id="trustedPrograms"
        hint="A script may run these programs without a question."
        empty="No program is trusted. You are asked when a script first calls one."
        entries={trusted.map((entry) => ({
          id: entry.id,
          text: entry.path,
          detail: trustText(entry) + (entry.variant === '' ? '' : ', with the same command and variables only'),
        }))}
        onRemove={(id) => programs.getState().untrust(id)}
      />
      <Permissions
        id="allowedFiles"
        hint="Requests of this workspace may send these files, although they are outside the workspace."
        empty="No file outside the workspace may be sent."
        entries={files.map((path) => ({ id: path, text: path }))}
        onRemove={(path) => settings.getState().forbidFile(path)}
      />
      <Permissions
        id="vault"
        hint="Scripts read and write secrets of this workspace with pm.vault, and requests send them by {{vault:name}}."
        empty="Neither may use them. You are asked the first time that one does."
        entries={vaultAllowed ? [{ id: 'vault', text: 'Scripts and requests of this workspace' }] : []}
        onRemove={() => settings.getState().forbidVault()}
      />
      <Permissions
        id="debugging"
        hint="Scripts of this workspace can be stopped at breakpoints and inspected."
        empty="The scripts of this workspace may not be debugged. You are asked the first time that you debug one."
        entries={debuggingAllowed ? [{ id: 'debugging', text: 'Debugging of this workspace' }] : []}
        onRemove={() => settings.getState().forbidDebugging()}
      />
    </>
  );
}

function Permissions(props: {
  id: SettingId;
  hint: string;
  empty: string;
  entries: readonly { id: string; text: string; detail?: string }[];
  onRemove: (id: string) => Promise<void>;
}) {
  const { id, hint, empty, entries, onRemove } = props;
  const { label } = settingNames[id];
  return (
    <Setting id={id}>
      <h3>{label}</h3>
      <p className={classes['hint']}>{entries.length === 0 ? empty : hint}</p>
      <ul className={classes['permissions']} aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={classes['path']}>{visibleText(entry.text)}</span>
            <small>{visibleText(entry.detail ?? '')}</small>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Revoke: ${visibleText(entry.text)}`}
              onClick={() => void onRemove(entry.id).catch(showError)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Setting>
  );
}
