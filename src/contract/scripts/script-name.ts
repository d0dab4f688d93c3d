/** The id, in events and for the debugger, of a request that is sent without a file. */
export const UNTITLED_REQUEST = 'Untitled request';

/**
 * The name of a script in stacks and for the debugger: white space and brackets, which would end it there, are
 * replaced.
 */
export const nameInStacks = (name: string): string => name.replace(/[\s()]+/g, '_') || 'script.js';
