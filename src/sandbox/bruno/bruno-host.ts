/** Replaces Bruno's packages that need its host, and its replacement of variables. */
export const scripting = {};
export const cookies = {};

let fill = (text: unknown): unknown => text;
/** Replaces the function of @usebruno/common. */
export const interpolate = (text: unknown): unknown => fill(text);
export const interpolateBy = (replacement: typeof fill): void => void (fill = replacement);
