/** The path of the item by the name of its draft; undefined where the name begins otherwise. */
export const pathAfter = (prefix: string, name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined;

/** The beginnings of the names of drafts in a workspace; the path of the item follows. */
export const draftNames = {
  request: (root: string): string => `request ${root} `,
  script: (root: string): string => `outrigger.draft ${root} `,
};
