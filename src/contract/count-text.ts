/** A number with its noun, which takes an "s" unless the number is one: "1 program", "2 programs". */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
