import type { Tx } from '@platform/kit/database';
import { findBranding, findTheme } from './branding-store.ts';
import type { BrandingRecord } from './branding-store.ts';

/** The stored branding; undefined if the defaults apply. */
export const storedBranding = (tx: Tx): Promise<BrandingRecord | undefined> => findBranding(tx);

/** A style sheet by its digest. */
export const themeCss = (tx: Tx, sha256: string): Promise<string | undefined> =>
  findTheme(tx, sha256);
