import type { BrandingColorName } from '@platform/contracts';

/** The light or the dark look of a page. */
export type Scheme = 'light' | 'dark';
/** Every color of a page. */
export type SchemePalette = Record<BrandingColorName, string>;
