/** pm.require: CommonJS modules in files of the workspace, each evaluated once a script (pm-api, "require"). */
import type { Channel } from './channel.ts';
import { parseJson, PlainError, toText } from './primordials.ts';

interface Module {
  exports: unknown;
}

/** @param requireLibrary what `require` gives for a name that is no path */
export function createWorkspaceModules(channel: Channel, requireLibrary: (name: unknown) => unknown) {
  const modules = new Map<string, Module>();

  function load(path: string): unknown {
    const known = modules.get(path);
    if (known) return known.exports;
    const reply = channel.callSync('files.read', { path });
    if (!reply.ok) throw new PlainError(`pm.require: ${toText(reply.error['message'])}`);
    const module: Module = { exports: {} };
    if (path.endsWith('.json')) {
      module.exports = parseJson(reply.value);
    } else {
      modules.set(path, module);
      const name = path.replace(/[\s()]+/g, '_');
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a script of the user, in the realm of scripts
      const evaluate = new Function('module', 'exports', 'require', `${reply.value}\n//# sourceURL=${name}`) as (
        module: Module,
        exports: unknown,
        require: (name: unknown) => unknown,
      ) => void;
      try {
        evaluate(module, module.exports, (wanted) => {
          const text = toText(wanted);
          return /^\.\.?\//.test(text) ? load(withExtension(resolve(path, text))) : requireLibrary(wanted);
        });
      } catch (error) {
        modules.delete(path);
        throw error;
      }
    }
    modules.set(path, module);
    return module.exports;
  }
  return (path: unknown): unknown => {
    const text = toText(path ?? '');
    if (text === '') throw new PlainError('pm.require: give it the path of a file of the workspace.');
    const elsewhere = packageFromElsewhere(text);
    if (elsewhere !== undefined) throw new PlainError(`pm.require("${text}"): ${elsewhere}`);
    return load(withExtension(resolve('', text)));
  };
}

/** Packages that Postman downloads while a script runs; here nothing is downloaded. @returns what to do instead */
function packageFromElsewhere(name: string): string | undefined {
  const [, registry, specifier = ''] = /^(npm|jsr):(.*)$/.exec(name) ?? [];
  if (registry !== undefined) {
    const plain = specifier.replace(/(?<=.)@.*$/, '');
    const file = `lib/${plain.replace(/^.*\//, '') || 'package'}.js`;
    return (
      `packages of ${registry} are not loaded while a script runs. Bundle it into one file of the workspace, such as ` +
      `"npx esbuild ${plain} --bundle --format=cjs --outfile=${file}", and use pm.require("${file}").`
    );
  }
  if (/^@[^/]+\/[^/.]+(@[^/]*)?$/.test(name)) {
    return 'packages of a Postman team are in its cloud. Copy the source into a file of the workspace, and require its path.';
  }
  return undefined;
}

const withExtension = (path: string) => (/\.[a-z]+$/i.test(path) ? path : `${path}.js`);

/** Joins by `/`; what leads out of the workspace is kept, so that the host can refuse it by name. */
function resolve(from: string, path: string): string {
  const steps = from.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}
