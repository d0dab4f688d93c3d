/** Writes fields of a query that another program stores apart from the address. */

/**
 * Characters that would end the name or the value in an address are encoded; variables and everything else stay
 * readable.
 */
export const inQuery = <T extends { name: string; value: string }>(field: T): T => ({
  ...field,
  name: field.name.replace(/[&#+=]/g, encodeURIComponent),
  value: field.value.replace(/[&#+]/g, encodeURIComponent),
});
