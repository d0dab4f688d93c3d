/** One notification of the corpus, with the expected recognition. */
export interface CorpusEntry {
  name: string;
  body: unknown;
  /** Null: no documented kind. */
  kind: string | null;
  /** JSON paths of the expected differences; empty when the body is as documented. */
  differences: readonly string[];
}
