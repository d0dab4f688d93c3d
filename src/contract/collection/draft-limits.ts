/** In UTF-16 units. A longer text is not stored before it is saved. */
export const MAX_DRAFT_LENGTH = 8 * 1024 * 1024;
