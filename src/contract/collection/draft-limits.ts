/** In UTF-16 units. A longer text is not stored as a draft. */
export const MAX_DRAFT_LENGTH = 8 * 1024 * 1024;
