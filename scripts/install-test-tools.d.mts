export const testTools: { name: string; packages: readonly string[] }[];
export function installTestTools(): string[];
