/** Built from src/sandbox by scripts/guest-bundles.ts: two expressions that are evaluated in a realm. */
declare module 'virtual:guest-bundles' {
  export const bundles: {
    prelude: string;
    boot: string;
    /** V8's compiled form of `boot` as base64; may be empty. V8 ignores it in another version or on another platform. */
    bootCache: string;
  };
}
