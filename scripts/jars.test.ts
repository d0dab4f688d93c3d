/** The jars in git are the same byte for byte as a build from their sources, and run on Java 8. */
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
/** The version of the compiler that built the jars in git. Another version may write the same classes differently. */
const COMPILER = 17;
const { stdout } = execaSync('javac', ['-version'], { reject: false });
const compiler = Number(/^javac (\d+)/.exec(stdout ?? '')?.[1]);

test.runIf(compiler === COMPILER)(
  'a new build gives the same bytes',
  () => {
    const outputFolder = temporaryFolder('jars');
    // An unusual time zone and locale, because neither may change the result.
    const env = { TZ: 'Asia/Tokyo', LC_ALL: 'C' };
    const built = execaSync(process.execPath, [path.join(root, 'java/build.mjs'), '--out', outputFolder], { env });
    expect(built.stderr).toBe('');
    for (const jar of jars) {
      expect(readFileSync(path.join(outputFolder, jar)).equals(readFileSync(path.join(root, jar))), jar).toBe(true);
    }
  },
  120_000,
);

describe.each(jars)('%s', (jar) => {
  test('contains uncompressed classes of Java 8', () => {
    const bytes = readFileSync(path.join(root, jar));
    const versions: number[] = [];
    for (let at = bytes.indexOf('cafebabe', 0, 'hex'); at >= 0; at = bytes.indexOf('cafebabe', at + 4, 'hex')) {
      versions.push(bytes.readUInt16BE(at + 6));
    }
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(versions)).toEqual(new Set([52]));
  });
});
