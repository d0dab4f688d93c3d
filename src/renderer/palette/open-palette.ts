/** Opens the palette, and tells it which part of the window it was opened for. */
import { createSpotlight } from '@mantine/spotlight';

const [store, palette] = createSpotlight();
export const spotlightStore = store;
export const openPalette = palette.open;
