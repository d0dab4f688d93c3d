/**
 * Builds the jars from their sources. The result is the same byte for byte each time: Java 8 class files, stored
 * without compression, in a fixed order, with a fixed date. Needs JDK 17 or later. The jars are committed to git, so
 * that using Outrigger needs no JDK.
 *
 * node java/build.mjs [--out <folder>]   default: into the project
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: root } } });

const executer = path.join(root, 'java/src/outrigger/jarexecuter');
const programs = path.join(root, 'examples/hello/programs');
const jars = [
  {
    file: 'resources/JarExecuter-1.1.0-jar-with-dependencies.jar',
    sources: readdirSync(executer).map((name) => path.join(executer, name)),
    packageFolder: 'outrigger/jarexecuter',
    mainClass: 'outrigger.jarexecuter.Main',
  },
  { file: 'examples/hello/programs/hello.jar', sources: [path.join(programs, 'Main.java')], mainClass: 'Main' },
  {
    file: 'examples/hello/programs/greeter.jar',
    sources: [path.join(programs, 'Greeter.java')],
    packageFolder: 'example',
  },
  {
    file: 'examples/messaging/programs/signer.jar',
    sources: [path.join(root, 'examples/messaging/programs/Signer.java')],
    packageFolder: 'example',
  },
];

/** The class files below a folder, as relative paths in a fixed order. */
function classFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Both tools end before compiling their own code well, or collecting garbage on several threads, would pay. */
const shortLived = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];

const work = mkdtempSync(path.join(tmpdir(), 'outrigger-jar-'));
try {
  const classes = path.join(work, 'classes');
  const manifest = path.join(work, 'MANIFEST.MF');
  const compiler = ['--release', '8', '-Xlint:-options', '-encoding', 'UTF-8', '-g:source,lines', '-d', classes];
  // One start of the compiler for all jars: no two of them have a class of the same name in the same package.
  const allSources = jars.flatMap(({ sources }) => sources).sort();
  execFileSync('javac', [...shortLived, ...compiler, ...allSources], { stdio: 'inherit' });
  for (const { file, sources, packageFolder = '.', mainClass } of jars) {
    const target = path.join(values.out, file);
    writeFileSync(manifest, `Created-By: Outrigger\n${mainClass ? `Main-Class: ${mainClass}\n` : ''}`);
    mkdirSync(path.dirname(target), { recursive: true });
    rmSync(target, { force: true });
    // The dates in a zip file are local times.
    const env = { ...process.env, TZ: 'UTC' };
    const options = ['--create', '--no-compress', '--date=1980-01-01T00:00:02Z', `--file=${target}`];
    const files = classFiles(classes).filter((name) => isClassOf(name, packageFolder, sources));
    execFileSync('jar', [...shortLived, ...options, `--manifest=${manifest}`, '-C', classes, ...join(classes, files)], {
      stdio: 'inherit',
      env,
    });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Whether a class file such as `Main.class` or `Main$1.class` was compiled from one of the sources. */
function isClassOf(classFile, packageFolder, sources) {
  const [className] = path.basename(classFile, '.class').split('$');
  const isInPackage = path.dirname(classFile) === packageFolder;
  return isInPackage && sources.some((source) => path.basename(source, '.java') === className);
}

/** `jar` takes its folder before each file: `-C dir a -C dir b`. The first `-C dir` is already among the arguments. */
function join(folder, files) {
  return files.flatMap((file, index) => (index === 0 ? [file] : ['-C', folder, file]));
}
