/** The class path of a jar: the jars and folders that its manifest names, and those that these name in turn. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listSources, type SourceFiles } from '../languages/source-files.ts';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import { hashFile } from '../trust/hash-file.ts';

const MAX_JAR_BYTES = 200 * 1024 * 1024;
/** Limit of the decompressed size. */
const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
const MAX_ENTRIES = 1000;

/** The class path is then incomplete, so a permission is valid for one call only. */
class TooLarge extends Error {}
const tooLarge = (jar: string) => new TooLarge(`${jar} is too large to be inspected.`);

/** @param jar absolute path; the jar itself is not in the result */
export async function findClassPath(jar: string): Promise<SourceFiles> {
  const jars = new Set<string>([jar]);
  const folders = new Set<string>();
  try {
    for (const item of jars) {
      for (const entry of await classPathOf(item)) {
        (entry.endsWith(path.sep) ? folders : jars).add(entry);
        if (jars.size + folders.size > MAX_ENTRIES) throw new Error(`${jar} names more than ${MAX_ENTRIES} jars.`);
      }
    }
  } catch (error) {
    return { files: new Set(), links: new Map(), problem: (error as Error).message };
  }
  jars.delete(jar);
  return listSources({ paths: [...jars, ...folders] });
}

/** Class paths by the SHA-256 of the jar: reading a jar takes longer than a call of a warm method. */
const classPathCache = new Map<string, readonly string[]>();
const MAX_CACHED = 200;

/** Absolute paths; folders end in a separator. */
async function classPathOf(jar: string): Promise<string[]> {
  const hashed = await hashFile(jar).catch(() => undefined);
  if (!hashed) return [];
  if (hashed.size > MAX_JAR_BYTES) throw tooLarge(jar);
  const names = classPathCache.get(hashed.sha256) ?? (await namesIn(jar));
  if (classPathCache.size >= MAX_CACHED) classPathCache.clear();
  classPathCache.set(hashed.sha256, names);
  return names.map((name) => resolveEntry(jar, name));
}

/** Java treats a file that is not a jar like one without a manifest. */
async function namesIn(jar: string): Promise<string[]> {
  const { unzipSync } = await import('fflate');
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(await readRegularFile(jar, MAX_JAR_BYTES), {
      filter: ({ name, originalSize }) => {
        if (!/^META-INF\/(MANIFEST\.MF|INDEX\.LIST)$/i.test(name)) return false;
        if (originalSize > MAX_MANIFEST_BYTES) throw tooLarge(jar);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    return [];
  }
  const decode = (ending: string) =>
    new TextDecoder().decode(Object.entries(parts).find(([name]) => name.toUpperCase().endsWith(ending))?.[1]);
  // A line of more than 72 bytes continues in the next one, after a space.
  const manifest = decode('MANIFEST.MF').replace(/(\r\n|\r|\n) /g, '');
  // Java takes the last line of several, and divides names by each of these characters.
  const entries = manifest
    .split(/\r\n|\r|\n/)
    .flatMap((line) => /^Class-Path:(.*)$/is.exec(line)?.[1]?.split(/[ \t\f]+/) ?? []);
  // Up to Java 20, an index replaces the Class-Path.
  const indexedJars = decode('INDEX.LIST').match(/^\S+\.jar$/gm) ?? [];
  return [...entries, ...indexedJars].filter(Boolean);
}

function resolveEntry(jar: string, name: string): string {
  const url = URL.parse(name, pathToFileURL(jar).href);
  if (url?.protocol !== 'file:' || url.host !== '') throw new Error(`${jar} loads classes from ${name}.`);
  return fileURLToPath(url);
}
