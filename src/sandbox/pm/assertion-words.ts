/** Words that only make a chain read like a sentence. */
export const linkWords = new Set<PropertyKey>([
  'to',
  'be',
  'been',
  'is',
  'that',
  'which',
  'and',
  'has',
  'have',
  'with',
  'at',
  'of',
  'same',
  'but',
  'does',
  'still',
  'also',
]);
/** The words for responses that Postman adds to chai. */
export const wordsOfPostman = new Set<PropertyKey>([
  'json',
  'success',
  'clientError',
  'serverError',
  'status',
  'header',
  'jsonBody',
]);
