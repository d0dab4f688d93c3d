/** The parts of the package that are used here: its dynamic variables. */
declare module 'postman-collection' {
  const sdk: { Property: { replaceSubstitutions(text: string, variables: unknown[]): string } };
  export default sdk;
  export class Collection {
    constructor(json: object);
    forEachItem(visit: (item: { name: string; request: { url: { toString(): string } } }) => void): void;
  }
}
