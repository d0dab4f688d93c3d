/** Types of text bodies, as in the files of a collection. */
export const rawTypes = ['json', 'text', 'xml', 'sparql'] as const;
