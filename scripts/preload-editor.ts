/**
 * Preloads the files of the code editor: the page names them, so that the browser fetches and compiles them on another
 * thread after the files of the first screen. They are evaluated when an editor is shown, at the latest a moment after
 * the first screen.
 */
import type { Plugin } from 'vite';

/** @param entry end of the path of the dynamically imported module, beginning with `/` */
export function preloadEditor(entry: string): Plugin {
  return {
    name: 'preload-editor',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new Set<string>();
        const add = (file: string): void => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || files.has(file)) return;
          files.add(file);
          chunk.imports.forEach(add);
        };
        const editor = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.replaceAll('\\', '/').endsWith(entry),
        );
        if (!editor) throw new Error(`No file of the page begins with ${entry}.`);
        add(editor.fileName);
        // The page names the files of the interface already.
        const missing = [...files].filter((file) => !html.includes(file));
        return missing.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `./${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
