import type { Tx } from '@platform/kit/database';
import { findBranding, findTheme } from './branding-store.ts';
import type { BrandingRecord } from './branding-store.ts';

/** The branding that the tenant has stored; undefined: the defaults apply. */
export const storedBranding = (tx: Tx): Promise<BrandingRecord | undefined> => findBranding(tx);

/** A style sheet of the tenant, by its digest. */
export const themeCss = (tx: Tx, sha256: string): Promise<string | undefined> =>
  findTheme(tx, sha256);
