/** Stands for the packages of Bruno that reach its host, and for its filling in of variables. */
export const scripting = {};
export const cookies = {};

let fill = (text: unknown): unknown => text;
/** In the place of the function of @usebruno/common. */
export const interpolate = (text: unknown): unknown => fill(text);
export const interpolateBy = (replacement: typeof fill): void => void (fill = replacement);
