/** The configuration of the packager is valid; the packager itself runs on the target systems. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { appFiles } from '../core/platform/files/app-files.ts';
import { SANDBOX_LIBRARIES } from '../core/sandbox-process/sandbox-libraries.ts';

interface Configuration {
  electronFuses: Record<string, boolean>;
  asar?: boolean;
  asarUnpack: string[];
}
const root = path.join(import.meta.dirname, '../..');
const file = pathToFileURL(path.join(root, 'electron-builder.config.mjs')).href;
const { default: configuration } = (await import(file)) as { default: Configuration };
const schema = createRequire(import.meta.url)('app-builder-lib/scheme.json') as {
  definitions: { FuseOptionsV1: { properties: Record<string, unknown> } };
};

test('the binary runs only this application', () => {
  expect(configuration.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
  // Both checks of the archive need the archive.
  expect(configuration.asar ?? true).toBe(true);
});

test('the packager supports every fuse that is set, and no supported fuse has its default', () => {
  const known = Object.keys(schema.definitions.FuseOptionsV1.properties);
  const aboutSigning = 'resetAdHocDarwinSignature';
  expect(Object.keys(configuration.electronFuses).sort()).toEqual(known.filter((name) => name !== aboutSigning).sort());
});

test('every file that other processes and threads read is outside of the archive', () => {
  const resources = path.resolve('/app/resources');
  const unpacked = path.join(resources, 'app.asar.unpacked');
  const files = appFiles(path.join(resources, 'app.asar/out/main'), resources);
  const read = [
    ...Object.values<string>({ ...files }).filter((name) => name.startsWith(unpacked)),
    path.join(path.dirname(files.sandboxEntry), SANDBOX_LIBRARIES),
  ].map((name) => path.relative(unpacked, name).split(path.sep).join('/'));
  const bundler = 'node_modules/{rolldown,@rolldown,@oxc-project}/**';
  expect([...read, bundler].sort()).toEqual([...configuration.asarUnpack].sort());
});
