/** Built from src/sandbox by scripts/guest-bundles.ts: each is one expression that is evaluated in a realm. */
declare module 'virtual:guest-bundles' {
  export const bundles: { prelude: string; boot: string };
}
