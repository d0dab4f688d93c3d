/** Built from src/sandbox by scripts/guest-bundles.ts: the expression that is evaluated in a realm. */
declare module 'virtual:guest-bundles' {
  export const bundles: {
    boot: string;
    /** V8's compiled form of `boot` as base64; may be empty. V8 ignores it in another version or on another platform. */
    bootCache: string;
  };
}
