/** Stands behind the name of a tab that holds something. */
export const mark = (set: boolean): string => (set ? ' •' : '');
