/** The beginnings of the names of drafts in a workspace; the path of the item follows. */
export const draftNames = {
  request: (root: string): string => `request ${root} `,
  script: (root: string): string => `outrigger.draft ${root} `,
};
