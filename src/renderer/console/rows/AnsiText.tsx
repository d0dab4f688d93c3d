import type { CSSProperties } from 'react';
import { ansiColors, parseAnsi, type StyledText } from './ansi-text.ts';

/** A line of a program in its own colours. */
export function AnsiText({ text }: { text: string }) {
  return parseAnsi(text).map((piece, index) => (
    <span key={index} style={styleOf(piece)}>
      {piece.text}
    </span>
  ));
}

function styleOf({ color, background, bold, faint, italic, underline, strike }: StyledText): CSSProperties {
  const lines = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ');
  return {
    ...(color ? { color: themed(color) } : {}),
    ...(background ? { backgroundColor: themed(background) } : {}),
    ...(bold ? { fontWeight: 700 } : {}),
    ...(faint ? { opacity: 0.7 } : {}),
    ...(italic ? { fontStyle: 'italic' } : {}),
    ...(lines ? { textDecoration: lines } : {}),
  };
}

const themed = (color: string) => (ansiColors.includes(color) ? `var(--ansi-${color})` : color);
