/**
 * The settings of a user, each defined once. The stored form, the changes and the defaults are derived from the table.
 * In records whose keys are folders, the folder is that of a workspace.
 */
import * as z from 'zod';
import { queueSettings } from './runs/run-queue-calls.ts';
import { answerRule } from './webhooks/answer-rules.ts';
import { KEEP_ALL, listenerTls, NO_TLS, retention } from './webhooks/listener-settings.ts';

export const MIN_FONT_SIZE = 10;
export const MAX_FONT_SIZE = 24;

/** The layout of the window on this computer. */
const windowLayout = z.object({
  /** Views in which the console is open; in others it is collapsed. */
  consoleIn: z.array(z.string().max(40)).max(20).default([]),
  /** Whether the response is beside the request, where the window is wide enough. */
  responseBeside: z.boolean().default(true),
  /** Sizes of panels by the name of their group, in the format of the panel library. */
  sizes: z.record(z.string().max(100), z.string().max(2000)).default({}),
});

export const settingTable = {
  theme: setting(() => z.enum(['auto', 'light', 'dark']), 'auto'),
  /** Font size of the editor and the interface, in CSS pixels; other sizes scale with it. */
  fontSize: setting(() => z.number().int().min(MIN_FONT_SIZE).max(MAX_FONT_SIZE).meta({ title: 'Font size' }), 13),
  layout: setting(() => windowLayout, { consoleIn: [], responseBeside: true, sizes: {} }),
  lastWorkspace: setting(() => z.string().nullable(), null),
  /** Folders that were opened as a workspace, the latest first. */
  recentWorkspaces: setting(() => z.array(z.string()).max(1000), []),
  /** Default timeout of a program, in milliseconds; null: none. */
  programTimeoutMs: setting(() => z.number().int().positive().nullable().meta({ title: 'Program timeout' }), null),
  /** Default timeout of a script, in milliseconds; null: 5 minutes without an answer of the host. */
  scriptTimeoutMs: setting(() => z.number().int().positive().nullable().meta({ title: 'Script timeout' }), null),
  /** Programs directories other than the workspace's `programs`. */
  programsDirectories: setting(() => z.record(z.string(), z.string()), {}),
  /** Absolute paths of the jars whose methods are called in a warm JVM by default. */
  warmJars: setting(() => z.array(z.string()).max(1000), []),
  /** Files outside of a workspace that its requests may send; absolute, links resolved. */
  allowedFiles: setting(() => z.record(z.string(), z.array(z.string())), {}),
  /** Accounts of the messaging service; their tokens are secrets. */
  accounts: setting(
    () => z.record(z.string(), z.object({ apiUrl: z.string(), mediaUrl: z.string(), idInstance: z.string() })),
    {},
  ),
  /** Queues for runs over many machines; their passwords are secrets. */
  runQueues: setting(() => z.record(z.string(), queueSettings.omit({ hasPassword: true })), {}),
  /** Listeners for notifications; their tokens are secrets. */
  listeners: setting(
    () =>
      z.record(
        z.string(),
        z.object({
          on: z.boolean(),
          host: z.string(),
          port: z.number().int().min(0).max(65_535),
          keep: retention.default(KEEP_ALL),
          allowBrowsers: z.boolean().default(false),
          tls: listenerTls.default(NO_TLS),
          /** The rules that are kept between sessions. */
          rules: z.array(answerRule).max(50).default([]),
        }),
      ),
    {},
  ),
};

type SettingTable = typeof settingTable;
type SchemaOf<Name extends keyof SettingTable> = ReturnType<SettingTable[Name]['schema']>;
type StoredSchemas = { [Name in keyof SettingTable]: z.ZodDefault<SchemaOf<Name>> };
type ChangeSchemas = { [Name in keyof SettingTable]: z.ZodExactOptional<SchemaOf<Name>> };

export const settings = z.object(
  mapValues((item) => (item.schema() as z.ZodType).default(item.default)) as unknown as StoredSchemas,
);
/** Absent settings keep their values. */
export const settingsChange = z.strictObject(
  mapValues((item) => z.exactOptional(item.schema() as z.ZodType)) as unknown as ChangeSchemas,
);
export type Settings = z.output<typeof settings>;
export type SettingsChange = z.output<typeof settingsChange>;
export const defaultSettings = mapValues((item) => item.default) as Settings;

/**
 * Derives the type of the default from the schema, which is created when needed: a command that finds no stored
 * settings needs none.
 */
function setting<S extends z.ZodType>(
  schema: () => S,
  initial: z.output<S>,
): { schema: () => S; default: z.output<S> } {
  return { schema, default: initial };
}
function mapValues<R>(derive: (setting: SettingTable[keyof SettingTable]) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(settingTable).map(([name, setting]) => [name, derive(setting)]));
}
