/**
 * The settings of a user, each defined once. What is stored, what a change may name and what the default is derive from
 * the table; where a record has a folder as its key, it is the workspace's.
 */
import * as z from 'zod';
import { queueSettings } from './runs/run-queue-calls.ts';
import { answerRule } from './webhooks/answer-rules.ts';
import { KEEP_ALL, listenerTls, NO_TLS, retention } from './webhooks/listener-settings.ts';

export const MIN_FONT_SIZE = 10;
export const MAX_FONT_SIZE = 24;

/** How the window is arranged on this computer. */
const windowLayout = z.object({
  /** Views in which the console is open; in all others it is a strip. */
  consoleIn: z.array(z.string().max(40)).max(20).default([]),
  /** Whether the response stands beside the request, where the window is wide enough. */
  responseBeside: z.boolean().default(true),
  /** Sizes of panels by the name of their group, as the library for panels writes them. */
  sizes: z.record(z.string().max(100), z.string().max(2000)).default({}),
});

export const settingTable = {
  theme: setting(() => z.enum(['auto', 'light', 'dark']), 'auto'),
  /** Size of the text in the editor and the interface, in CSS pixels; what stands beside it grows with it. */
  fontSize: setting(() => z.number().int().min(MIN_FONT_SIZE).max(MAX_FONT_SIZE), 13),
  layout: setting(() => windowLayout, { consoleIn: [], responseBeside: true, sizes: {} }),
  lastWorkspace: setting(() => z.string().nullable(), null),
  /** Folders that were opened as a workspace, the latest first. */
  recentWorkspaces: setting(() => z.array(z.string()).max(1000), []),
  /** Milliseconds after which a program is ended whose call has no timeout of its own; null: never. */
  programTimeoutMs: setting(() => z.number().int().positive().nullable(), null),
  /** Milliseconds after which a script is ended that has no limit of its own; null: 5 minutes without an answer of the host. */
  scriptTimeoutMs: setting(() => z.number().int().positive().nullable(), null),
  /** External Programs Directories other than the workspace's `programs`. */
  programsDirectories: setting(() => z.record(z.string(), z.string()), {}),
  /** Absolute paths of the jars whose methods are called in a JVM that stays, unless a call says otherwise. */
  warmJars: setting(() => z.array(z.string()).max(1000), []),
  /** Files outside a workspace that its requests may send; absolute, links resolved. */
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
          /** The rules that outlive a session. */
          rules: z.array(answerRule).max(50).default([]),
        }),
      ),
    {},
  ),
};

type SettingTable = typeof settingTable;
type SchemaOf<Name extends keyof SettingTable> = ReturnType<SettingTable[Name]['schema']>;
type Stored = { [Name in keyof SettingTable]: z.ZodDefault<SchemaOf<Name>> };
type Changed = { [Name in keyof SettingTable]: z.ZodExactOptional<SchemaOf<Name>> };

export const settings = z.object(
  mapValues((one) => (one.schema() as z.ZodType).default(one.default)) as unknown as Stored,
);
/** A setting that is not named keeps its value. */
export const settingsChange = z.strictObject(
  mapValues((one) => z.exactOptional(one.schema() as z.ZodType)) as unknown as Changed,
);
export type Settings = z.output<typeof settings>;
export type SettingsChange = z.output<typeof settingsChange>;
export const defaultSettings = mapValues((one) => one.default) as Settings;

/** Types the default by the schema, which is made where it is needed: a command that finds no stored settings needs none. */
function setting<S extends z.ZodType>(
  schema: () => S,
  initial: z.output<S>,
): { schema: () => S; default: z.output<S> } {
  return { schema, default: initial };
}
function mapValues<R>(derive: (one: SettingTable[keyof SettingTable]) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(settingTable).map(([name, one]) => [name, derive(one)]));
}
