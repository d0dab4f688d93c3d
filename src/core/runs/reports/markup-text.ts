import { breakCiCommands, visibleText } from '../../../contract/visible-text.ts';

/**
 * What may mean something in markup or in a command of a CI system: most names and addresses have none of it. The text is
 * searched for it, because a pattern of the whole text exceeds the stack for one of ten million characters.
 */
const SPECIAL = /[^ !$%'-;=?-~]|::/;

/**
 * Escapes a stranger's text for content or attributes of XML and HTML. The result is not markup, and contains no
 * invisible character, no character that XML forbids, and no command for the CI system that prints the report.
 */
export function markupText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  const escaped = visibleText(text, { lines: true })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return breakCiCommands(escaped, (sign) => `&#${sign.charCodeAt(0)};`);
}
