/** The text of a JSON body as Bruno sends it. */
import stripJsonComments from 'strip-json-comments';

/**
 * Without blanks around it. A text that is not JSON is sent as one text in quotes, as axios does.
 * @param onBroken called for such a text
 */
export function jsonText(text: string, onBroken: () => void): string {
  try {
    JSON.parse(text);
    return text.trim();
  } catch {
    onBroken();
    return JSON.stringify(text);
  }
}

/** Comments are removed, with the blanks before one that begins its line, and with its line if nothing else is on it. */
export function withoutComments(text: string): string {
  if (!/\/[/*]/.test(text)) return text;
  const blanked = stripJsonComments(text, { whitespace: true });
  let [result, position] = ['', 0];
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '/' || blanked[index] === '/') continue;
    const end = endOfComment(text, index);
    // Searched from the last comment on: from the beginning, thousands of comments in one line would take minutes.
    const before = text.slice(position, index);
    const line = before.lastIndexOf('\n') + 1;
    const beginsLine = line > 0 || position === 0 || text[position - 1] === '\n';
    const isFirst = beginsLine && before.slice(line).trim() === '';
    const after = isFirst ? /^[^\S\n]*(?:\n|$)/.exec(text.slice(end)) : null;
    result += isFirst ? before.slice(0, line) : before;
    position = end + (after?.[0].length ?? 0);
    index = Math.max(end, position) - 1;
  }
  return result + text.slice(position);
}

function endOfComment(text: string, start: number): number {
  const isBlock = text[start + 1] === '*';
  const end = text.indexOf(isBlock ? '*/' : '\n', start + 2);
  if (end < 0) return text.length;
  return isBlock ? end + 2 : end;
}
