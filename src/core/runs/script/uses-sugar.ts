/**
 * Detects whether a script uses SugarJS, whose methods Postman's scripts have without `require`. It takes ten milliseconds to
 * evaluate, so a script gets it only when it names one of its methods. Names that lodash, moment, chai or cheerio have as
 * well count only where the receiver can be none of these.
 */
const units = '(?:Year|Month|Week|Day|Hour|Minute|Second|Millisecond)s?';
const lowerUnits = '(?:year|month|week|day|hour|minute|second|millisecond)s?';
const scriptsAndTimes =
  'Arabic|Cyrillic|Devanagari|Greek|Hangul|Han|Kanji|Hebrew|Hiragana|Kana|Katakana|Latin|Thai|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|January|February|March|April|May|June|July|August|September|October|November|December';

/** Members of `Object`, `Date` and others, without those of the language. */
const classMembers = [
  String.raw`\bObject\.(?:map|reduce|each|size|any|all|none|count|find|findAll|isEmpty|sum|average|min|max|least|most|watch|equal|extended|merge|clone|fromQueryString|toQueryString|tap|has|select|reject|is(?:Object|NaN|Array|Boolean|Date|Function|Number|RegExp|String))\b`,
  String.raw`\bDate\.(?:create|past|future|addLocale|[sg]etLocale|addFormat|range)\b`,
  String.raw`\b(?:Number\.random|Array\.create|String\.Inflector|(?:Object|Array|String|Number|Date|Function|RegExp)\.(?:extend|sugar\w+))\b`,
];
/** Methods that no other library has: by their names, and by the forms of their names. */
const onlyInSugar = new Set(
  [
    'none average inGroups inGroupsOf removeAt randomize escapeRegExp escapeURL unescapeURL escapeHTML unescapeHTML',
    'encodeBase64 decodeBase64 isBlank dasherize camelize spacify stripTags removeTags titleize parameterize pluralize',
    'singularize hankaku zenkaku hiragana katakana abbr metric isOdd isEven isMultipleOf upto downto ordinalize setISOWeek',
    'setWeekday getISOWeek isUTC advance rewind isLeapYear daysInMonth getWeekday getUTCWeekday isToday isYesterday',
    'isTomorrow isWeekday isWeekend isFuture isPast getFlags setFlags addFlag removeFlag',
  ].flatMap((names) => names.split(' ')),
);
const formsOnlyInSugar = new RegExp(
  `^(?:(?:is|has)(?:${scriptsAndTimes})|${lowerUnits}(?:Before|Ago|After|FromNow|Until|Since)|add${units}|is(?:Last|This|Next)${units})$`,
);
/** Methods that lodash has too. */
const shared =
  'first|last|sum|unique|flatten|compact|sortBy|intersect|subtract|union|sample|capitalize|underscore|padLeft|padRight|words|lines|chars';
const literalMethods = [
  // The receivers: a number, a text, an element or a list, a date, a function.
  String.raw`(?<![\w$)\]])\(\s*-?\d[\d.]*\s*\)\.(?!to(?!Number)|valueOf)[a-z]\w*\(`,
  String.raw`["'\x60]\.(?:${shared}|shift|each|codes|paragraphs|from|to|truncate|pad|toNumber|assign|insert|humanize|reverse|add|remove)\(`,
  String.raw`\]\.(?:${shared}|any|all|count|include|exclude|clone|least|most|min|max|isEmpty|zip|groupBy|findAll|each|add|remove|insert|from|to)\(`,
  String.raw`\bnew Date\([^()]*\)\)?\.(?!get[DFHMSTUY]|set[DFHMSTUY]|to[A-Z]|valueOf)[a-z]\w*`,
  String.raw`\}\)?\.(?:delay|lazy|debounce|throttle|cancel|once)\(`,
];
/** The names of the methods that a source calls; no name of SugarJS is longer. */
const CALLED = /\.([A-Za-z]\w{0,30})\(/g;
const pattern = new RegExp(
  [
    ...classMembers,
    ...literalMethods,
    String.raw`\.(?:beginning|end)Of${units}\((?!['"])|\.format\(['"]\{`,
    String.raw`(?<![\w$.])(?!(?:_|\$|lodash|Math|moment|pm)\b)[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,10}\.(?:${shared})\(`,
  ].join('|'),
);

/** Caches the results of recent sources, because a run sends the same ones in each iteration. */
const resultCache = new Map<string, boolean>();
const MAX_CACHED = 1_000;
const MAX_CACHED_LENGTH = 20_000;

export function usesSugar(source: string): boolean {
  if (source.length > MAX_CACHED_LENGTH) return namesSugar(source);
  let uses = resultCache.get(source);
  if (uses !== undefined) return uses;
  if (resultCache.size === MAX_CACHED) resultCache.clear();
  resultCache.set(source, (uses = namesSugar(source)));
  return uses;
}

/** Names are looked up, because compiling one expression with all of them takes ten milliseconds. */
function namesSugar(source: string): boolean {
  for (const [, name = ''] of source.matchAll(CALLED)) {
    if (onlyInSugar.has(name) || formsOnlyInSugar.test(name)) return true;
  }
  return pattern.test(source);
}
