/** A mark after the name of a tab with content. */
export const mark = (set: boolean): string => (set ? ' •' : '');
