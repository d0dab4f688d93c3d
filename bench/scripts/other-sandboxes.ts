/** The published sandboxes that the product's own is compared with. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { getQuickJS } from 'quickjs-emscripten';
import { root } from '../bench-runner.ts';

interface PostmanContext {
  execute(script: string, options: object, done: (error: Error | null) => void): void;
  on(event: string, listener: () => void): void;
  dispose(): void;
}
interface PostmanSandbox {
  createContext(done: (error: Error | null, context: PostmanContext) => void): void;
}

export const loadPostman = () => createRequire(import.meta.url)('postman-sandbox') as PostmanSandbox;

/** A sandbox of Postman's package, ready to run scripts. */
export async function openPostman(): Promise<{ run(script: string, body?: string): Promise<void>; close(): void }> {
  const { createContext } = loadPostman();
  const context = await new Promise<PostmanContext>((resolve, reject) => {
    createContext((error, created) => (error ? reject(error) : resolve(created)));
  });
  context.on('error', () => undefined);
  return {
    run: (script, body) =>
      new Promise((resolve, reject) => {
        const response = body === undefined ? {} : { response: { code: 200, status: 'OK', body } };
        context.execute(script, { context: response }, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => context.dispose(),
  };
}

const source = (file: string) => readFileSync(path.join(root, 'node_modules', file), 'utf8');
let libraries: { chai: string; cryptoJs: string } | undefined;

/** Runs a script in QuickJS in a new context, with the libraries that it requires. */
export async function runInQuickJs(script: string, body = ''): Promise<void> {
  const quickjs = await getQuickJS();
  const context = quickjs.newContext();
  libraries ??= { chai: source('chai/chai.js'), cryptoJs: source('crypto-js/crypto-js.js') };
  try {
    const text = context.newString(body);
    context.setProp(context.global, 'responseBody', text);
    text.dispose();
    const sources = [
      'globalThis.global = globalThis;',
      ...(script.includes('expect') ? [libraries.chai] : []),
      ...(script.includes('require') ? [libraries.cryptoJs] : []),
      `const require = () => CryptoJS;
       const pm = {
         get expect() { return chai.expect; },
         test(name, check) { check(); },
         response: { json: () => JSON.parse(responseBody) },
       };`,
      script,
    ];
    for (const code of sources) context.unwrapResult(context.evalCode(code)).dispose();
  } finally {
    context.dispose();
  }
}
