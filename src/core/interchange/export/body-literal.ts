/**
 * The text of a body in generated code. The library that generates the code formats JSON, and some of its languages do not
 * escape what they do not know: a signature would not fit, or the code would not compile. So it gets a placeholder, in whose
 * place the text is written as a literal of the language.
 */
export const PLACEHOLDER = 'outrigger-body';
export const BYTES = 'application/octet-stream';
const PLACEHOLDER_TYPE = 'text/x-outrigger';

/** The type of the placeholder: one for which the library neither formats the text nor leaves it out. */
export function placeholderType(language: string, contentType: string): string {
  if (['dart', 'http', 'python'].includes(language)) return BYTES;
  // Its client has no header for other types, and a placeholder is not JSON.
  return language === 'clojure' ? contentType : PLACEHOLDER_TYPE;
}

/** @param language of the library, such as `python` */
export function putBody(code: string, language: string, text: string, contentType: string): string {
  const literal = literalIn(language, text);
  return code
    .replaceAll(PLACEHOLDER_TYPE, () => contentType)
    .replace(`Content-Type: ${BYTES}`, () => `Content-Type: ${contentType}`)
    .replace(quotedPlaceholder, () => literal)
    .replace(PLACEHOLDER, () => text);
}

/** Quotes around the placeholder: one, with a letter before it for bytes, or three on lines of their own (C#). */
const quotedPlaceholder = new RegExp(`(?:"""\\s*|\\bb"|["'])${PLACEHOLDER}(?:\\s*"""|["'])`);

/** A literal of a language, with its quotes. */
export function literalIn(language: string, text: string): string {
  switch (language) {
    case 'shell':
      return `'${text.replaceAll("'", `'\\''`)}'`;
    case 'powershell':
      // The typographic quotes end a string there too.
      return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
    case 'php':
      return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
    case 'python':
      // The clients encode a text as Latin-1, or refuse it.
      return /^[\0-\x7f]*$/.test(text) ? inDoubleQuotes(text) : `${inDoubleQuotes(text)}.encode()`;
    case 'dart':
    case 'julia':
    case 'kotlin':
      return inDoubleQuotes(text).replaceAll('$', String.raw`\$`);
    case 'ruby':
      return inDoubleQuotes(text).replaceAll('#', String.raw`\#`);
    default:
      return inDoubleQuotes(text);
  }
}

const escapes: Record<string, string> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };
const inDoubleQuotes = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\n\r\t]/g, (character) => escapes[character] ?? '')}"`;
