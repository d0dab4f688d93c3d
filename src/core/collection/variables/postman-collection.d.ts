/** The parts of the package that are used here: its dynamic variables, and in tests its reader of a collection. */
declare module 'postman-collection' {
  class Collection {
    constructor(json: object);
    forEachItem(visit: (item: { name: string; request: { url: { toString(): string } } }) => void): void;
  }
  const sdk: {
    Property: { replaceSubstitutions(text: string, variables: unknown[]): string };
    Collection: typeof Collection;
  };
  export default sdk;
}
