/** What opens the palette, for a command; and what it is about, for the palette. */
import { createSpotlight } from '@mantine/spotlight';

const [store, palette] = createSpotlight();
export const spotlightStore = store;
export const openPalette = palette.open;
