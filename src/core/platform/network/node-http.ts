/**
 * `node:http` and `node:https`. An ES import reads all of their exports, and one of those getters loads Node's own copy
 * of undici, which would delay every start by 25 ms.
 */
export const http = process.getBuiltinModule('node:http');
/** Lazy: only a listener with a certificate needs it. */
export const loadHttps = () => process.getBuiltinModule('node:https');
