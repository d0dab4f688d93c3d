import { NumberInput } from '@mantine/core';
import { MAX_TIMER_MS } from '../../../contract/runs/timer-limit.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { Setting } from '../Setting.tsx';
import { settingNames, type SettingId } from '../setting-names.ts';

/** The default timeouts of requests, scripts and programs. */
export function TimeoutSettings() {
  const { app, settings } = useApp();
  const { scriptTimeoutMs, programTimeoutMs } = useFrom('app', (state) => state.settings);
  const requestTimeoutMs = useFrom('settings', (state) => state.connection?.timeoutMs);
  return (
    <>
      <Timeout
        id="requestTimeout"
        description="How long requests of this workspace wait for a response. A request or a folder can have its own timeout."
        disabled={requestTimeoutMs === undefined}
        value={requestTimeoutMs || null}
        onChange={(ms) =>
          void settings
            .getState()
            .changeConnection({ timeoutMs: ms ?? 0 })
            .catch(showError)
        }
      />
      <Timeout
        id="scriptTimeout"
        description="A script that takes longer is ended. Left empty, it is ended after 5 minutes in which it waits for no program, request or webhook."
        placeholder="5 minutes"
        value={scriptTimeoutMs}
        onChange={(ms) => void settings.getState().change({ scriptTimeoutMs: ms }).catch(showError)}
      />
      <Timeout
        id="programTimeout"
        description="A program that a script calls is ended after this time, unless the call has a timeout of its own."
        value={programTimeoutMs}
        onChange={(ms) => app.getState().setProgramTimeout(ms)}
      />
    </>
  );
}

function Timeout(props: {
  id: SettingId;
  description: string;
  disabled?: boolean;
  placeholder?: string;
  /** Milliseconds; null: the default that the placeholder shows. */
  value: number | null;
  onChange: (ms: number | null) => void;
}) {
  const { id, description, disabled = false, placeholder = 'No limit', value, onChange } = props;
  return (
    <Setting id={id}>
      <NumberInput
        size="xs"
        styles={{ wrapper: { maxWidth: 160 } }}
        label={settingNames[id].label}
        description={description}
        placeholder={placeholder}
        suffix=" ms"
        min={1}
        max={MAX_TIMER_MS}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={disabled}
        value={value ?? ''}
        onChange={(typed) => onChange(typeof typed === 'number' && typed > 0 ? typed : null)}
      />
    </Setting>
  );
}
