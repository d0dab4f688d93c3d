import { Input, SegmentedControl } from '@mantine/core';
import { MAX_FONT_SIZE, MIN_FONT_SIZE } from '../../../contract/settings.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { Setting } from '../Setting.tsx';
import { settingNames } from '../setting-names.ts';

export function AppearanceSettings() {
  const { app, settings } = useApp();
  const { theme, fontSize, layout } = useFrom('app', (state) => state.settings);
  return (
    <>
      <Setting id="theme">
        <Input.Wrapper size="xs" label={settingNames.theme.label} labelElement="div">
          <SegmentedControl
            size="xs"
            display="flex"
            w="fit-content"
            aria-label={settingNames.theme.label}
            data={[
              { value: 'auto', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={theme}
            onChange={(value) => app.getState().setTheme(value)}
          />
        </Input.Wrapper>
      </Setting>
      <Setting id="fontSize">
        <NumberField
          size="xs"
          styles={{ wrapper: { maxWidth: 160 } }}
          label={settingNames.fontSize.label}
          description={`In pixels, from ${MIN_FONT_SIZE} to ${MAX_FONT_SIZE}; of the editor and the interface.`}
          suffix=" px"
          min={MIN_FONT_SIZE}
          max={MAX_FONT_SIZE}
          value={fontSize}
          onChange={(size) => {
            if (size !== null) void settings.getState().change({ fontSize: size }).catch(showError);
          }}
        />
      </Setting>
      <Setting id="layout">
        <Input.Wrapper
          size="xs"
          label={settingNames.layout.label}
          labelElement="div"
          description="In a window that is too narrow, the response is below the request anyway."
        >
          <SegmentedControl
            size="xs"
            display="flex"
            mt={4}
            w="fit-content"
            aria-label={settingNames.layout.label}
            data={[
              { value: 'beside', label: 'Beside the request' },
              { value: 'below', label: 'Below the request' },
            ]}
            value={layout.responseBeside ? 'beside' : 'below'}
            onChange={(place) => app.getState().setResponseBeside(place === 'beside')}
          />
        </Input.Wrapper>
      </Setting>
    </>
  );
}
