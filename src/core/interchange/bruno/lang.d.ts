/** Bruno's own parser of its files; the package has no types. */
declare module '@usebruno/lang' {
  const language: unknown;
  export default language;
}
