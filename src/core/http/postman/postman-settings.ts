/** Converts settings between Postman's `protocolProfileBehavior` and Outrigger's, by the table of the settings. */
import { requestSettings, type RequestSettings } from '../../../contract/collection/request-settings.ts';
import { settingFields, type SettingField } from '../../../contract/collection/setting-fields.ts';
import { isObject, type Json } from './postman-json.ts';

/** Headers that every HTTP client sends. */
const ALWAYS_SENT = /^(host|content-length|connection|transfer-encoding)$/i;

export interface PostmanSettings {
  settings: RequestSettings;
  /** A phrase for each setting that is unknown or has no effect here. */
  warnings: string[];
}

export function fromPostmanSettings(value: unknown): PostmanSettings {
  if (!isObject(value)) return { settings: {}, warnings: [] };
  const settings: Json = {};
  const warnings: string[] = [];
  for (const [name, written] of Object.entries(value)) {
    // Null, `auto` and empty values mean Postman's default.
    if (written === null || written === 'auto' || (typeof written === 'object' && Object.keys(written).length === 0)) {
      continue;
    }
    const field = settingFields.find(({ postman }) => postman === name);
    const setting = field && fromPostmanValue(field, written);
    if (field && setting !== undefined && requestSettings.shape[field.name].safeParse(setting).success) {
      settings[field.name] = setting;
    } else if (written) warnings.push(`the setting ${name}`);
  }
  const omitted = (settings['omitHeaders'] ?? []) as string[];
  warnings.push(...omitted.filter((name) => ALWAYS_SENT.test(name)).map((name) => `that ${name} is not sent`));
  return { settings, warnings };
}

/** @returns undefined where all settings have their defaults */
export function toPostmanSettings(settings: RequestSettings): Json | undefined {
  const entries = settingFields.flatMap((field): [string, unknown][] => {
    const value = settings[field.name];
    if (!field.postman || value === undefined || value === null) return [];
    return [[field.postman, toPostmanValue(field, value)]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function fromPostmanValue(field: SettingField, value: unknown): unknown {
  switch (field.kind) {
    case 'flag':
      // Postman takes any other value for a flag, too: the text `false` is true.
      return Boolean(value) !== Boolean(field.isInverted);
    case 'choice':
      return field.options.find(({ postman }) => postman === value)?.value;
    case 'names':
      // Postman stores the omitted headers as an object with a flag for each.
      return isObject(value) ? Object.keys(value).filter((name) => value[name]) : value;
    case 'number':
      return value;
  }
}
function toPostmanValue(field: SettingField, value: unknown): unknown {
  switch (field.kind) {
    case 'flag':
      return field.isInverted ? !value : value;
    case 'choice':
      return field.options.find((option) => option.value === value)?.postman;
    case 'names':
      if (field.name !== 'omitHeaders') return value;
      return Object.fromEntries((value as string[]).map((name) => [name.toLowerCase(), true]));
    case 'number':
      return value;
  }
}
