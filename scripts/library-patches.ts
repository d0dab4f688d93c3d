/**
 * Changes to the text of libraries while they are bundled, for what they have no option for. Each ends the build when its
 * library no longer has that text or that file, so that a new version is not bundled without it.
 */
import type { Plugin } from 'vite';

export interface LibraryPatch {
  /** Below `node_modules`. */
  file: string;
  /** @throws where the source does not have the text that is changed */
  change(source: string): string;
}

export const libraryPatches: readonly LibraryPatch[] = [
  { file: 'crypto-js/sha256.js', change: withConstants },
  // Bruno's copy of chai is a bundle, which looks for Node's formatter when it is evaluated.
  { file: 'chai/chai.js', change: (source) => replaced(source, "require('util')", '{}') },
  { file: '@usebruno/js/src/runtime/assert-runtime.js', change: withLateValidator },
  {
    file: 'whatwg-url/lib/URL-impl.js',
    // As Node writes errors of addresses, and with it Postman's scripts.
    change: (source) =>
      replaced(
        source,
        /new TypeError\(`Invalid (?:base )?URL: \$\{(\w+)\}`\)/g,
        "Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: $1 })",
      ),
  },
  {
    file: 'ajv/lib/compile/resolve.js',
    // Most schemas have an empty id, and the parser of addresses is evaluated at its first call.
    change: (source) => replaced(source, /var p = URI\.parse\(id\);/, "if (id === '') return '#'; $&"),
  },
];

/** Applies the patches. @throws at the end of a build that had no such file */
export function patchLibraries(patches: readonly LibraryPatch[] = libraryPatches): Plugin {
  const missing = new Set(patches);
  return {
    name: 'patch-libraries',
    enforce: 'pre',
    transform(code, id) {
      const patch = patches.find(({ file }) => id.endsWith(`/node_modules/${file}`));
      if (!patch) return undefined;
      missing.delete(patch);
      return patch.change(code);
    },
    buildEnd(error) {
      if (error || missing.size === 0) return;
      const files = [...missing].map(({ file }) => file).join(', ');
      throw new Error(`These files, whose text is changed, are no longer bundled: ${files}.`);
    },
  };
}

/** @param replacement a pattern of `String.replace` */
function replaced(source: string, text: string | RegExp, replacement: string): string {
  const changed = source.replace(text, replacement);
  if (changed === source) throw new Error(`The library no longer has the text ${String(text)}.`);
  return changed;
}

const sha256Constants =
  /var H = \[\];\s+var K = \[\];\s+\/\/ Compute constants\s+\(function \(\) \{[\s\S]*?\n\s+\}\(\)\);/;

/**
 * crypto-js' module of SHA-256 with its constants as numbers. The original computes them by searching primes, which takes
 * a realm longer than hashing a small text.
 */
function withConstants(source: string): string {
  const [code] = sha256Constants.exec(source) ?? [];
  if (code === undefined) throw new Error('crypto-js computes the constants of SHA-256 in another way than before.');
  // oxlint-disable-next-line typescript/no-implied-eval -- code of a pinned package, while the application is built
  const constants = new Function(`${code} return { H, K };`) as () => Record<'H' | 'K', number[]>;
  const { H, K } = constants();
  return replaced(source, code, `var H = ${JSON.stringify(H)}; var K = ${JSON.stringify(K)};`);
}

/**
 * Bruno's module of assertions with its validator of schemas created by the first schema. The original creates it at
 * once, which takes longer than most scripts.
 */
function withLateValidator(source: string): string {
  const late = replaced(
    source,
    /const defaultAjv = new Ajv\(\{ allErrors: true \}\);\s+addFormats\(defaultAjv\);/,
    'let defaultAjv;',
  );
  return replaced(late, 'ajv = defaultAjv;', 'ajv = defaultAjv ??= addFormats(new Ajv({ allErrors: true }));');
}
