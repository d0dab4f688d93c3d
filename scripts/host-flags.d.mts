export const hostFlags: readonly string[];
export function electronSwitches(args: readonly string[]): readonly string[];
