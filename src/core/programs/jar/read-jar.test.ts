import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { hasInterpreter } from '../../testing/interpreters.ts';
import { buildJar, jarFolder } from '../../testing/jars.ts';
import { helloPrograms } from '../../testing/run.ts';
import { unzipSync, Zip, type ZipInputFile } from 'fflate';
import { findClassPath } from './class-path.ts';
import { readClass } from './class-file.ts';
import { readJarMethods } from './jar-methods.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

test('the methods of the sample jar, with their types', async () => {
  expect(await readJarMethods(path.join(helloPrograms, 'greeter.jar'))).toEqual([
    { className: 'example.Greeter', method: 'greet', paramTypes: ['String', 'int'], returns: 'String', isStatic: true },
    { className: 'example.Greeter', method: 'average', paramTypes: ['double[]'], returns: 'double', isStatic: false },
  ]);
});

const lang3 = '/usr/share/java/commons-lang3.jar';
test.runIf(existsSync(lang3))('a third-party jar with compressed entries', async () => {
  const methods = await readJarMethods(lang3);
  expect(methods.length).toBeGreaterThan(1000);
  expect(methods).toContainEqual({
    className: 'org.apache.commons.lang3.StringUtils',
    method: 'repeat',
    paramTypes: ['String', 'int'],
    returns: 'String',
    isStatic: true,
  });
  expect(methods.filter(({ method }) => method.startsWith('<') || method.includes('$'))).toEqual([]);
});

const hasJdk = hasInterpreter('java') && hasInterpreter('javac');
test.runIf(hasJdk)('only methods that a script can call are listed', async () => {
  const jar = path.join(jarFolder(), 'a.jar');
  const source = `package acme; import java.util.*;
    public class Open { enum Colour { RED } public interface Shape { double area(); static int corners() { return 4; } }
      public static class Sized { public Sized(int n) {} public int size() { return 1; } public static int none() { return 0; } }
      public abstract static class Half { public int half() { return 1; } }
      public static void takes(Colour colour, List<String> list, byte[] bytes, char c, UUID id, Object[][] grid) {}
      public static void refuses(java.io.InputStream in) {} public static void also(Runnable[] all) {} }`;
  buildJar(jar, { 'Open.java': source });
  expect(
    (await readJarMethods(jar)).map(({ className, method, paramTypes }) => [className, method, paramTypes]),
  ).toEqual([
    ['acme.Open$Shape', 'corners', []],
    ['acme.Open$Sized', 'none', []],
    ['acme.Open', 'takes', ['acme.Open$Colour', 'List', 'byte[]', 'char', 'java.util.UUID', 'Object[][]']],
  ]);
});

test('a file that is not a jar is an error, and one that is not a class has no methods', async () => {
  const file = path.join(temporaryFolder('jar'), 'a.jar');
  writeFileSync(file, 'text');
  await expect(readJarMethods(file)).rejects.toMatchObject({ code: 'FileUnreadable' });
  expect(readClass(new Uint8Array([1, 2, 3]))).toBeUndefined();
  expect(readClass(new Uint8Array(Buffer.from('cafebabe00000034ffff', 'hex')))).toBeUndefined();
});

/** Writes a jar of these entries. Node compresses hundreds of megabytes in a tenth of the time of the library for zip files. */
function writeJar(entries: Record<string, Uint8Array>): string {
  const file = path.join(temporaryFolder('bomb'), 'bomb.jar');
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_error, chunk) => chunks.push(chunk));
  const compressed = new Map<Uint8Array, Omit<ZipInputFile, 'filename'> & { bytes: Uint8Array<ArrayBuffer> }>();
  for (const [filename, bytes] of Object.entries(entries)) {
    const deflated = compressed.get(bytes) ?? {
      size: bytes.length,
      crc: zlib.crc32(bytes),
      compression: 8,
      bytes: new Uint8Array(zlib.deflateRawSync(bytes, { level: 1 })),
    };
    compressed.set(bytes, deflated);
    const entry: ZipInputFile = { ...deflated, filename };
    zip.add(entry);
    entry.ondata?.(null, deflated.bytes, true);
  }
  zip.end();
  writeFileSync(file, Buffer.concat(chunks));
  return file;
}

test('classes are decompressed up to a limit: the small one after the large ones is not read', async () => {
  const greeter = unzipSync(readFileSync(path.join(helloPrograms, 'greeter.jar')))['example/Greeter.class'];
  const zeros = new Uint8Array(130 * 1024 * 1024);
  const small = greeter ?? zeros;
  expect(await readJarMethods(writeJar({ 'A.class': zeros, 'example/Greeter.class': small }))).not.toEqual([]);
  expect(
    await readJarMethods(writeJar({ 'A.class': zeros, 'B.class': zeros, 'example/Greeter.class': small })),
  ).toEqual([]);
});

test('a manifest of that size is not read, and the class path is unknown', async () => {
  expect(await findClassPath(writeJar({ 'META-INF/MANIFEST.MF': new Uint8Array(20 * 1024 * 1024) }))).toMatchObject({
    problem: expect.stringMatching(/too large/) as string,
  });
});

test.skipIf(process.platform === 'win32')('a pipe in place of a jar is refused at once', async () => {
  const pipe = path.join(temporaryFolder('pipe'), 'pipe.jar');
  execFileSync('mkfifo', [pipe]);
  await expect(readJarMethods(pipe)).rejects.toMatchObject({ code: 'FileUnreadable' });
});
