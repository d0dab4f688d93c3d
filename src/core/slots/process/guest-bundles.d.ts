/** Built from src/sandbox by scripts/guest-bundles.ts: expressions for a realm, and libraries by name. */
declare module 'virtual:guest-bundles' {
  export const bundles: { prelude: string; boot: string; libraries: Readonly<Record<string, string>> };
}
