import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RequestSettings } from '../../../contract/collection/request-settings.ts';
import { settingFields, type SettingField } from '../../../contract/collection/setting-fields.ts';
import shared from '../../ui/shared.module.css';

const INHERIT = 'Inherit from parent';

/** The settings of a request. Empty settings are inherited from the folders above. */
export function SettingsForm(props: { settings: RequestSettings; onChange: (settings: RequestSettings) => void }) {
  const { settings, onChange } = props;
  return (
    <div className={shared['form']}>
      {settingFields.map((field) => (
        <Setting
          key={field.name}
          field={field}
          value={settings[field.name] ?? null}
          onChange={(value) => onChange({ ...settings, [field.name]: value })}
        />
      ))}
    </div>
  );
}

interface SettingProps {
  field: SettingField;
  value: RequestSettings[keyof RequestSettings];
  /** Null for a setting that is inherited. */
  onChange: (value: unknown) => void;
}

function Setting({ field, value, onChange }: SettingProps) {
  const common = { size: 'xs', w: 320, label: field.label, ...(field.help ? { description: field.help } : {}) };
  switch (field.kind) {
    case 'number':
      return (
        <NumberInput
          {...common}
          placeholder={field.placeholder}
          min={0}
          {...(field.max === undefined ? {} : { max: field.max })}
          allowDecimal={false}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) =>
            onChange(next === '' || (field.name === 'timeout' && Number(next) === 0) ? null : Number(next))
          }
        />
      );
    case 'flag':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={[
            { value: 'null', label: INHERIT },
            { value: 'true', label: field.on },
            { value: 'false', label: field.off },
          ]}
          value={String(value)}
          onChange={(next) => onChange(next === 'null' ? null : next === 'true')}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={[
            { value: '', label: INHERIT },
            ...field.options.map((option) => ({ value: option.value, label: option.label })),
          ]}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => onChange(next === '' ? null : next)}
        />
      );
    case 'names':
      return <Names field={field} common={common} value={Array.isArray(value) ? value : []} onChange={onChange} />;
  }
}

/** Names in one text field, which keeps a trailing comma while it is typed. */
function Names(props: {
  field: SettingField & { kind: 'names' };
  common: object;
  value: readonly string[];
  onChange: (value: string[] | null) => void;
}) {
  const { field, common, value, onChange } = props;
  const [typed, setTyped] = useState(value.join(', '));
  const namesOf = (text: string) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
  // The value may also be changed elsewhere, for example by undo.
  const shown = namesOf(typed).join() === value.join() ? typed : value.join(', ');
  return (
    <TextInput
      {...common}
      placeholder={field.placeholder}
      value={shown}
      onChange={({ currentTarget }) => {
        const names = namesOf(currentTarget.value);
        setTyped(currentTarget.value);
        onChange(names.length > 0 ? names : null);
      }}
    />
  );
}
