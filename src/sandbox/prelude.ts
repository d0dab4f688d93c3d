/** The first code in a fresh realm: removes globals that Node connects to code outside of the realm. */
if (typeof WebAssembly !== 'undefined') {
  delete WebAssembly['compileStreaming'];
  delete WebAssembly['instantiateStreaming'];
}
// The inspector's console; scripts get their own.
Reflect.deleteProperty(globalThis, 'console');
// Enough frames to find the script's own line below those of a library.
Error.stackTraceLimit = 40;
// As in Postman, a script cannot format stacks. Setting it is not an error, because libraries do.
Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => undefined });
