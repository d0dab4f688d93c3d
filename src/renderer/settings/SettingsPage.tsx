import { NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import classes from './settings.module.css';

/** What holds on this computer, whichever workspace is open. */
export function SettingsPage() {
  const { app } = useApp();
  const { theme, programTimeoutMs } = useFrom('app', (state) => state.settings);
  return (
    <section className={classes['page']} aria-label="Settings">
      <h1>Settings</h1>
      <Stack gap="lg">
        <div>
          <Text size="sm">Theme</Text>
          <SegmentedControl
            size="xs"
            aria-label="Theme"
            data={[
              { value: 'auto', label: 'As the system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={theme}
            onChange={(value) => app.getState().setTheme(value)}
          />
        </div>
        <NumberInput
          size="xs"
          maw={320}
          label="Time limit of programs"
          description="A program that a script calls is ended after this time, unless the call has a timeout of its own."
          placeholder="No limit"
          suffix=" ms"
          min={1}
          allowDecimal={false}
          value={programTimeoutMs ?? ''}
          onChange={(value) => app.getState().setProgramTimeout(typeof value === 'number' && value > 0 ? value : null)}
        />
      </Stack>
    </section>
  );
}
