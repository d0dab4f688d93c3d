import { useRef } from 'react';

/** Milliseconds in which typed letters are combined. */
const TYPE_AHEAD_MS = 700;

/** @returns a function that adds a letter and returns all letters typed without a pause */
export function useTypeAhead(): (letter: string) => string {
  const typedLetters = useRef({ text: '', at: 0 });
  return (letter) => {
    const now = performance.now();
    const before = now - typedLetters.current.at < TYPE_AHEAD_MS ? typedLetters.current.text : '';
    typedLetters.current = { text: before + letter, at: now };
    return typedLetters.current.text;
  };
}
