/** The order of names, with the numbers in them by their value: `Step 2` before `Step 10`. */
export const compareNames = new Intl.Collator('en', { numeric: true }).compare;
