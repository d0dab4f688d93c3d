import { expect, test } from 'vitest';
import { defaultSettings, settings, settingsChange, settingTable } from './settings.ts';

test.each(Object.entries(settingTable))(
  '%s has a default, is stored, and can be changed',
  (name, { default: value }) => {
    expect(defaultSettings).toHaveProperty(name, value);
    expect(settings.parse({ [name]: value })).toEqual(defaultSettings);
    expect(settingsChange.parse({ [name]: value })).toEqual({ [name]: value });
  },
);

test('an absent setting is absent in the change; an unknown one is refused', () => {
  expect(settingsChange.parse({})).toEqual({});
  expect(settingsChange.safeParse({ them: 'dark' }).success).toBe(false);
  expect(settingsChange.safeParse({ theme: undefined }).success).toBe(false);
});
