/** The text, or its beginning with an ellipsis where it has more than `max` characters. */
export const shorten = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);
