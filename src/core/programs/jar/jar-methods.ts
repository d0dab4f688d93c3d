/** The methods of a jar that a script can call, read from its class files; no code of it is loaded. */
import { codedError } from '../../../contract/errors.ts';
import type { JarMethod } from '../../../contract/scripts/programs.ts';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import { readClass } from './class-file.ts';
import { canBePassed } from './param-types.ts';

const MAX_JAR_BYTES = 200 * 1024 * 1024;
/**
 * Limit for all decompressed classes together; further ones are not read. `unzipSync` never returns more than an
 * entry's declared size.
 */
const MAX_CLASS_BYTES = 256 * 1024 * 1024;
const MAX_METHODS = 20_000;

/** @throws FileUnreadable when the file is not a jar, or too large */
export async function readJarMethods(file: string): Promise<JarMethod[]> {
  const bytes = await readRegularFile(file, MAX_JAR_BYTES);
  // Loaded here, because most sessions read no jar.
  const { unzipSync } = await import('fflate');
  let classBytes = 0;
  let entries: Record<string, Uint8Array>;
  try {
    // Classes for later Java versions are below META-INF and repeat the others.
    const isClass = (name: string) =>
      /^(?!META-INF\/).*\.class$/.test(name) && !/(package|module)-info\.class$/.test(name);
    entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => isClass(name) && (classBytes += originalSize) <= MAX_CLASS_BYTES,
    });
  } catch {
    throw codedError('FileUnreadable', `${file} is not a jar.`, 'Build it again, or name another file.');
  }
  const classes = Object.keys(entries)
    .sort()
    .flatMap((name) => readClass(entries[name] ?? new Uint8Array()) ?? []);
  const enums = new Set(classes.filter(({ isEnum }) => isEnum).map(({ className }) => className));
  const methods = classes.flatMap(({ methods, canBeCreated }) =>
    methods.filter(({ isStatic }) => isStatic || canBeCreated),
  );
  return methods.filter(({ paramTypes }) => paramTypes.every((type) => canBePassed(type, enums))).slice(0, MAX_METHODS);
}
