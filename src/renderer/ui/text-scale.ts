/**
 * The scale of the interface, by the font size of the settings. Style sheets follow it by `rem`; lengths in pixels,
 * such as those of a virtual list, by `useScaled`.
 */
import { createStore, useStore } from 'zustand';

const textScale = createStore(() => ({ scale: 1 }));
/** The size of a rem in pixels at a scale of 1. */
const REM = 16;

export function setTextScale(scale: number): void {
  document.documentElement.style.fontSize = `${scale * REM}px`;
  textScale.setState({ scale });
}

/** Scales a length that was designed at a scale of 1: `useScaled(32)` is the size of `2rem` in pixels. */
export const useScaled = (pixels: number): number => pixels * useStore(textScale, (state) => state.scale);
