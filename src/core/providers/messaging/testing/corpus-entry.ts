/** One notification of the corpus, with what the recognition has to say of it. */
export interface CorpusEntry {
  name: string;
  body: unknown;
  /** Null: of no documented kind. */
  kind: string | null;
  /** JSON paths of the differences; none when the body is as documented. */
  differences: readonly string[];
}
