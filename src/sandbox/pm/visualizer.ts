/** pm.visualizer: renders a Handlebars template with data to HTML. */
import type { Fields } from '../channel.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { PlainError, toText } from '../primordials.ts';

interface Handlebars {
  compile(template: string, options?: object): (data: unknown) => string;
  escapeExpression(text: string): string;
}

/** @param changes receives the HTML as `visualization` */
export function createVisualizer(changes: Fields, libraries: Libraries) {
  /** A mistake in the template is shown in its place: in Postman, too, it is not an error of the script. */
  const rendered = (template: string, data: unknown, options: unknown): string => {
    const { compile, escapeExpression } = libraries.load<Handlebars>('handlebars');
    try {
      return compile(template, options ?? {})(data);
    } catch (error) {
      return `<pre>The template cannot be shown: ${escapeExpression(toText((error as Error).message))}</pre>`;
    }
  };
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
      changes['visualization'] = rendered(template, data, options);
    },
    clear: () => void delete changes['visualization'],
  };
}
