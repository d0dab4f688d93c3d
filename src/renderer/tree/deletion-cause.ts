/** Identifies the message about a deletion, which goes when that is undone elsewhere. */
export const deletionCause = (id: string): string => `deletion of ${id}`;
