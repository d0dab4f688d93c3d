/** pm.visualizer: renders a Handlebars template with data to HTML. */
import type { Libraries } from '../libraries/libraries.ts';
import { PlainError } from '../primordials.ts';
import type { Fields } from './sdk.ts';

interface Handlebars {
  compile(template: string, options?: object): (data: unknown) => string;
}

/** @param changes receives the HTML as `visualization` */
export function createVisualizer(changes: Fields, libraries: Libraries) {
  return {
    set(template: unknown, data?: unknown, options?: unknown) {
      if (typeof template !== 'string') {
        throw new PlainError(`Invalid template. Template must be of type string, found ${typeof template}`);
      }
      for (const [name, value] of [
        ['data', data],
        ['options', options],
      ] as const) {
        if (value && typeof value !== 'object') {
          const title = name === 'data' ? 'Data' : 'Options';
          throw new PlainError(`Invalid ${name}. ${title} must be an object, found ${typeof value}`);
        }
      }
      changes['visualization'] = libraries.load<Handlebars>('handlebars').compile(template, options ?? {})(data);
    },
    clear: () => void delete changes['visualization'],
  };
}
