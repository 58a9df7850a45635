import type { BrandingSettings } from '@platform/contracts';
import { any, lock, now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityLocks } from '../advisory-locks.ts';
import { identityFacade } from '../generated/tables.ts';
import type { Theme } from './theme.ts';

const brandings = identityFacade.table('branding').narrow<{ settings: BrandingSettings }>();
const themes = identityFacade.table('brandingThemes');
const expiredThemes = themes.only((of) =>
  of('retiredAt', '<', sql<Date>`${now} - interval '7 days'`),
);

export type BrandingRecord = RowOf<typeof brandings>;

export const findBranding = (tx: Tx): Promise<BrandingRecord | undefined> => brandings.find(tx, {});

/** Serializes the writers of a tenant's branding, even before the first row exists. */
export async function lockBranding(tx: Tx): Promise<BrandingRecord | undefined> {
  await lock(tx, identityLocks.branding, tx.context.tenantId);
  return findBranding(tx);
}

export const saveBranding = (tx: Tx, branding: BrandingRecord): Promise<number> =>
  brandings.upsert(tx, branding, []);

/** Keeps these style sheets. Others stay for a week, for pages that are open. */
export async function replaceThemes(tx: Tx, kept: readonly Theme[]): Promise<void> {
  const digests = kept.map(({ sha256 }) => sha256);
  await tx.execute(
    `INSERT INTO branding_themes (tenant_id, sha256, css) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (tenant_id, sha256) DO UPDATE SET retired_at = NULL`,
    [tx.context.tenantId, digests, kept.map(({ css }) => css)],
  );
  const others = themes.only((of) => of.not(of('sha256', '=', any(digests))));
  await others.update(tx, { retiredAt: null }, { retiredAt: now });
  await expiredThemes.delete(tx, {});
}

export const findTheme = async (tx: Tx, sha256: string): Promise<string | undefined> =>
  (await themes.pick('css').find(tx, { sha256 }))?.css;
