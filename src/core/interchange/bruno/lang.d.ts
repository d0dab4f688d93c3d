/** Bruno's own reader of its files; it has no types. */
declare module '@usebruno/lang' {
  const language: unknown;
  export default language;
}
