/**
 * Prepares a fresh clone for starting and testing: installs the packages and builds, each only if its sources have
 * changed. Runs on any Node from 20 on; everything after it runs on the pinned one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.mjs';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const windows = process.platform === 'win32';

/** The path of a program in node_modules/.bin. */
export const tool = (name) => path.join(root, 'node_modules/.bin', windows ? `${name}.cmd` : name);

/** The environment variables with which `node` is the pinned one. */
export function toolEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [key]: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env[key] ?? ''}` };
}

/** Runs a program of node_modules/.bin; returns its exit code. */
export function runTool(name, args, options = {}) {
  const { status, error } = spawnSync(tool(name), args, {
    cwd: root,
    stdio: 'inherit',
    env: toolEnvironment(),
    shell: windows,
    ...options,
  });
  if (error) throw error;
  return status ?? 1;
}

/**
 * Starts a program of node_modules/.bin with additional environment variables; resolves to its exit code and its whole
 * output, or with `inherit` shows the output at once.
 */
export function startTool(name, args, variables = {}, output = 'pipe') {
  const child = spawn(tool(name), args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...toolEnvironment(), ...variables },
    shell: windows,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: text }));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Installs and builds. Ends the process with an explanation if that fails. */
export async function setUp() {
  install();
  const { code, output } = await build();
  if (code !== 0) fail(`${output}The build failed. Read the message above.`);
}

/** Installs the packages. Ends the process with an explanation if that fails, or if this Node is too old. */
export function install() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20)
    fail(`Outrigger needs Node.js 20 or later; this is ${process.versions.node}. Get it from nodejs.org.`);
  const stamp = path.join(root, 'node_modules/.outrigger-installed');
  const hash = hashOf(['package.json', 'package-lock.json']);
  if (read(stamp) === hash) return;
  process.stdout.write('Installing packages (once)…\n');
  if (!installPackages(root)) fail('The packages could not be installed. Read npm’s message above; then start again.');
  writeFileSync(stamp, hash);
}

/** Builds; resolves to the exit code of the build and its output. */
export async function build() {
  const stamp = path.join(root, 'out/.built');
  const hash = hashOf(['package-lock.json', 'electron.vite.config.ts', 'scripts', 'src']);
  if (read(stamp) === hash) return { code: 0, output: '' };
  process.stdout.write('Building…\n');
  const built = await startTool('electron-vite', ['build', '--logLevel', 'error']);
  if (built.code === 0) {
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  }
  return built;
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** SHA-256 over names and contents of files and folders, without tests and Markdown files. */
function hashOf(names) {
  const hash = createHash('sha256');
  const visit = (name) => {
    const absolute = path.join(root, name);
    if (statSync(absolute).isDirectory()) {
      for (const entry of readdirSync(absolute).sort()) visit(path.join(name, entry));
    } else if (!/\.(test\.tsx?|md)$/.test(name)) {
      hash.update(`${name}\0`).update(readFileSync(absolute));
    }
  };
  names.forEach(visit);
  return hash.digest('hex');
}
