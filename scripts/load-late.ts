/**
 * Loads a module when it is first used: of `node:crypto` that takes 5 ms, which is a thirtieth of a start, and most
 * commands do without it; iconv-lite comes with half a megabyte of tables. Loading these modules has no other effect, so
 * the moment makes no difference.
 */
import type { Plugin } from 'vite';

export function loadLate(module: string): Plugin {
  /** The bundler's name of the variable that contains the module. */
  const variable = module.replaceAll(/\W/g, '_');
  const required = new RegExp(`^let ${variable} = require\\("${module}"\\);$`, 'm');
  return {
    name: `outrigger-load-${variable}-late`,
    renderChunk(code) {
      const late = code
        .replace(required, '')
        // In brackets, because a class follows `new`, which would construct what `require` is.
        .replaceAll(new RegExp(`\\b${variable}\\.`, 'g'), `(require("${module}")).`);
      // A default import has another form, which is left unchanged.
      return new RegExp(`\\b${variable}\\b`).test(late) ? code : late;
    },
  };
}
