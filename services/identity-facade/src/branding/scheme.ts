import type { BrandingColorName } from '@platform/contracts';

export type Scheme = 'light' | 'dark';
export type SchemePalette = Record<BrandingColorName, string>;
