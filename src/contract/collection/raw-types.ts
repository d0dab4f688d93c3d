/** Kinds of a body that is a text, as files of the collection name them. */
export const rawTypes = ['json', 'text', 'xml', 'sparql'] as const;
