/** First code in a fresh realm: takes away what Node wires to code outside of it. */
if (typeof WebAssembly !== 'undefined') {
  delete WebAssembly['compileStreaming'];
  delete WebAssembly['instantiateStreaming'];
}
// That of the inspector: scripts get their own when they read it.
Reflect.deleteProperty(globalThis, 'console');
// Deep enough to find the script's own line below a library's frames.
Error.stackTraceLimit = 40;
