export const hostFlags: readonly string[];
