/**
 * What stands before a module's own function, in the line of the module's first character. The sandbox writes it, and the
 * debugger recognises that function by its column.
 */
export const BEFORE_MODULE_FUNCTION = 'return ';
