/** The declarations that are known in scripts; the build leaves all others out. */
export const SCRIPT_LIBRARY = 'es2023';
