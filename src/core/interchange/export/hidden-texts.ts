/**
 * Texts of a request in generated code. The library that generates the code does not escape them in most languages: a
 * quote in a header's value would not compile, or would run a stranger's commands. So it gets placeholders, in whose place
 * the texts are written as literals of the language.
 */
import { literalIn } from './body-literal.ts';

/** What means nothing in a literal of any language. */
const PLAIN = /^[\w .,:;/=@+*?&%()[\]{}-]*$/;
/** The blanks of a placeholder show whether the library has encoded it for a form. */
const PLACEHOLDER = /outrigger( |%20|\+)text\1(\d+)\1end/g;
/**
 * A literal that contains placeholders; texts that are written as they are have no quotes. The quotes after `name=` belong
 * to the header of a part of a form, inside a literal.
 */
const LITERAL = /(?<!name=\\?)(?:"""\s*|["'`])([^"'`]*outrigger(?: |%20|\+)text[^"'`]*)(?:\s*"""|["'`])/g;

/** Languages whose literals have single quotes, too. */
const SEVERAL_QUOTES = new Set(['js', 'node', 'php', 'powershell', 'python', 'ruby', 'shell']);

export interface HiddenTexts {
  /** The text itself where it is the same in each language, and otherwise a placeholder. */
  hide(text: string): string;
  /** @param language of the library, such as `python` */
  restore(code: string, language: string): string;
}

export function createHiddenTexts(): HiddenTexts {
  const texts: string[] = [];
  const restoreIn = (part: string): string =>
    part.replaceAll(PLACEHOLDER, (_match, blank: string, index: string) => {
      const text = texts[Number(index)] ?? '';
      if (blank === ' ') return text;
      return blank === '+' ? encodeText(text).replaceAll('%20', '+') : encodeText(text);
    });
  return {
    hide(text) {
      // cURL would read the file of that name.
      if (PLAIN.test(text) && !text.startsWith('@')) return text;
      return `outrigger text ${texts.push(text) - 1} end`;
    },
    restore(code, language) {
      // No literals: a line is what is sent.
      if (language === 'http') return restoreIn(code);
      const inLiterals = code.replaceAll(LITERAL, (whole: string, inside: string) => {
        if (!inside.includes('\\')) return literalIn(language, restoreIn(inside));
        // The library has written escapes beside the text; percent-encoded text is safe in each literal.
        if (SEVERAL_QUOTES.has(language)) return whole;
        const escaped = inside.split(/(outrigger text \d+ end)/).map((part) => {
          const text = restoreIn(part);
          return text === part ? part : literalIn(language, text).slice(1, -1);
        });
        return whole.replace(inside, () => escaped.join(''));
      });
      return inLiterals.replaceAll(PLACEHOLDER, (_match, _blank, index: string) =>
        encodeText(texts[Number(index)] ?? ''),
      );
    },
  };
}

/** Percent-encodes all but letters, digits and `-_.~`. */
const encodeText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (sign) => percentOf(sign));
const percentOf = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** The address with those characters encoded that may end a literal of a language, or mean something in it. */
export function literalAddress(url: string): string {
  const [, authority = '', rest = url] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  // A host in letters beyond ASCII has a form of its own.
  const host =
    /[^\0-\x7f]/.test(authority) && URL.canParse(authority) ? new URL(authority).href.replace(/\/$/, '') : authority;
  return `${host}${rest}`.replaceAll(/[^\w.~:/?[\]@!&()*+,;=%{}-]+/gu, encodeText);
}
