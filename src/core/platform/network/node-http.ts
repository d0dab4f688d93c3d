/**
 * `node:http` and `node:https`. An ES import of them reads all that it exports, and one of those getters loads Node's own copy of undici:
 * 25 ms, for which every start would wait.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
