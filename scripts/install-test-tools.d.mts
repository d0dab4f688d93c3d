export const testTools: { name: string; packages: readonly string[] }[];
