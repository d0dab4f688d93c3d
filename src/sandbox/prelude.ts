/** First code in a fresh realm: takes away what Node wires to code outside of it. */
if (typeof WebAssembly !== 'undefined') {
  delete WebAssembly['compileStreaming'];
  delete WebAssembly['instantiateStreaming'];
}
// That of the inspector: scripts get their own when they read it.
Reflect.deleteProperty(globalThis, 'console');
// Deep enough to find the script's own line below a library's frames.
Error.stackTraceLimit = 40;
// As in Postman, stacks cannot be formatted by a script; to set it is no error, because libraries do.
Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => undefined });
