import { breakCiCommands, visibleText } from '../../../contract/visible-text.ts';

/**
 * Text of others as content or attribute of XML and HTML: it becomes no markup, hides nothing, holds no character that
 * XML has no place for, and no command for the CI system that prints the report.
 */
export function markupText(text: string): string {
  const escaped = visibleText(text, { lines: true })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return breakCiCommands(escaped, (sign) => `&#${sign.charCodeAt(0)};`);
}
