/**
 * The scale of the interface, by the font size of the settings. Style sheets follow it by `rem`; lengths in pixels,
 * such as those of a virtual list, by `useScaled`.
 */
import { createStore, useStore } from 'zustand';

const textScale = createStore(() => ({ scale: 1 }));
/** At a scale of 1, a rem has these pixels. */
const REM = 16;

export function setTextScale(scale: number): void {
  document.documentElement.style.fontSize = `${scale * REM}px`;
  textScale.setState({ scale });
}

/** A length in pixels, drawn at a scale of 1, as it is shown now: `useScaled(32)` is the pixels of `2rem`. */
export const useScaled = (pixels: number): number => pixels * useStore(textScale, (state) => state.scale);
