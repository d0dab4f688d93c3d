/** Built from src/sandbox by the plugin of electron.vite.config.ts: each is one expression for a realm. */
declare module 'virtual:guest-bundles' {
  export const bundles: { prelude: string; boot: string; chai: string };
}
