/**
 * The words of assertions that are evaluated without chai. Conditions instead of lists and tables, because each script
 * would have to create those.
 */

/**
 * `link` only makes a chain read like a sentence. `silent` does not count as misspelt, because promises and printers
 * read it. `flag` changes the meaning of the words that follow. `property` is a complete assertion. `method` is called.
 * `chainable` can be both called and continued (`to.be.a('string')`, `to.include.keys('a')`). `other` is chai's.
 */
export type WordKind = 'link' | 'silent' | 'flag' | 'property' | 'method' | 'chainable' | 'other';

export function kindOfWord(word: PropertyKey): WordKind {
  switch (word) {
    case 'to':
    case 'be':
    case 'have':
    case 'been':
    case 'is':
    case 'that':
    case 'which':
    case 'and':
    case 'has':
    case 'with':
    case 'at':
    case 'of':
    case 'same':
    case 'but':
    case 'does':
    case 'still':
    case 'also':
      return 'link';
    case 'then':
    case 'catch':
    case 'inspect':
    case 'toJSON':
      return 'silent';
    case 'not':
    case 'deep':
      return 'flag';
    case 'true':
    case 'false':
    case 'null':
    case 'undefined':
    case 'exist':
    case 'ok':
    case 'json':
    case 'success':
    case 'clientError':
    case 'serverError':
      return 'property';
    case 'a':
    case 'an':
    case 'length':
    case 'lengthOf':
      return 'chainable';
    default:
      return isInclude(word) ? 'chainable' : isMethod(word) ? 'method' : 'other';
  }
}

export function isInclude(word: PropertyKey): boolean {
  return word === 'include' || word === 'includes' || word === 'contain' || word === 'contains';
}

function isMethod(word: PropertyKey): boolean {
  switch (word) {
    case 'equal':
    case 'equals':
    case 'eq':
    case 'eql':
    case 'eqls':
    case 'status':
    case 'property':
    case 'header':
    case 'jsonBody':
    case 'above':
    case 'gt':
    case 'greaterThan':
    case 'least':
    case 'gte':
    case 'greaterThanOrEqual':
    case 'below':
    case 'lt':
    case 'lessThan':
    case 'most':
    case 'lte':
    case 'lessThanOrEqual':
    case 'oneOf':
    case 'match':
      return true;
    default:
      return false;
  }
}

/** The words for responses that Postman adds to chai. */
export function isWordOfPostman(word: PropertyKey): boolean {
  switch (word) {
    case 'json':
    case 'success':
    case 'clientError':
    case 'serverError':
    case 'status':
    case 'header':
    case 'jsonBody':
      return true;
    default:
      return false;
  }
}
