/** Dynamic variables that Bruno has and Postman has not. */
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const below = (limit: number): number => Math.floor(Math.random() * limit);

const makers: Record<string, () => string> = {
  $randomNanoId: () => Array.from({ length: 21 }, () => characters[below(characters.length)]).join(''),
  $randomIPV4: () => Array.from({ length: 4 }, () => below(256)).join('.'),
};

/** @param name including its `$`. @returns undefined for another name */
export const moreDynamicVariables = (name: string): string | undefined =>
  Object.hasOwn(makers, name) ? makers[name]?.() : undefined;
