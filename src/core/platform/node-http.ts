/**
 * `node:http`. An ES import of it reads all that it exports, and one of those getters loads Node's own copy of undici:
 * 25 ms, for which every start would wait.
 */
export const http = process.getBuiltinModule('node:http');
