import { breakCiCommands, visibleText } from '../../../contract/visible-text.ts';

/** Letters, digits and punctuation that mean nothing in markup or in a command of a CI system: most names and addresses. */
const PLAIN = /^(?:[ !$%'-9;=?-~]|:(?!:))*$/;

/**
 * Escapes a stranger's text for content or attributes of XML and HTML. The result is not markup, and contains no
 * invisible character, no character that XML forbids, and no command for the CI system that prints the report.
 */
export function markupText(text: string): string {
  if (PLAIN.test(text)) return text;
  const escaped = visibleText(text, { lines: true })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return breakCiCommands(escaped, (sign) => `&#${sign.charCodeAt(0)};`);
}
