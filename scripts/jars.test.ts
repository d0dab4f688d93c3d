/** The jars in git are what their sources give, byte for byte, and run on Java 8. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';

const root = path.join(import.meta.dirname, '..');
const jars = [
  'resources/JarExecuter-1.1.0-jar-with-dependencies.jar',
  'examples/hello/programs/hello.jar',
  'examples/hello/programs/greeter.jar',
  'examples/messaging/programs/signer.jar',
];
/** The compiler whose bytes are in git; another one may write the same classes differently. */
const COMPILER = 17;
const { stdout } = execaSync('javac', ['-version'], { reject: false });
const compiler = Number(/^javac (\d+)/.exec(stdout ?? '')?.[1]);

test.runIf(compiler === COMPILER)(
  'built again, they are the same',
  () => {
    const out = temporaryFolder('jars');
    // Another time zone and language than usual: neither may leave a trace.
    const env = { TZ: 'Asia/Tokyo', LC_ALL: 'C' };
    const built = execaSync(process.execPath, [path.join(root, 'java/build.mjs'), '--out', out], { env });
    expect(built.stderr).toBe('');
    for (const jar of jars) {
      expect(readFileSync(path.join(out, jar)).equals(readFileSync(path.join(root, jar))), jar).toBe(true);
    }
  },
  120_000,
);

describe.each(jars)('%s', (jar) => {
  test('holds classes of Java 8, uncompressed', () => {
    const bytes = readFileSync(path.join(root, jar));
    const versions: number[] = [];
    for (let at = bytes.indexOf('cafebabe', 0, 'hex'); at >= 0; at = bytes.indexOf('cafebabe', at + 4, 'hex')) {
      versions.push(bytes.readUInt16BE(at + 6));
    }
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(versions)).toEqual(new Set([52]));
  });
});
