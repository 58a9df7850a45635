import type { BrandingSettings } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Theme } from './theme.ts';

/** A row of branding. */
export interface BrandingRecord {
  settings: BrandingSettings;
  customCss: string | null;
  themeSha256: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `settings, custom_css, theme_sha256, version, created_at, updated_at`;

export const findBranding = (tx: Tx): Promise<BrandingRecord | undefined> =>
  tx.row<BrandingRecord>(`SELECT ${columns} FROM branding WHERE tenant_id = $1`, [
    tx.context.tenantId,
  ]);

/** Writers of a tenant's branding come one after the other, the first one too. */
export async function lockBranding(tx: Tx): Promise<BrandingRecord | undefined> {
  await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `branding ${tx.context.tenantId}`,
  ]);
  return findBranding(tx);
}

export const saveBranding = (
  tx: Tx,
  { settings, customCss, themeSha256, version, createdAt, updatedAt }: BrandingRecord,
): Promise<number> =>
  tx.execute(
    `INSERT INTO branding (tenant_id, settings, custom_css, theme_sha256, version, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings, custom_css = excluded.custom_css, theme_sha256 = excluded.theme_sha256,
       version = excluded.version, updated_at = excluded.updated_at`,
    [
      tx.context.tenantId,
      JSON.stringify(settings),
      customCss,
      themeSha256,
      version,
      createdAt,
      updatedAt,
    ],
  );

/** Keeps these style sheets; others stay for a week, for pages that are open. */
export async function replaceThemes(tx: Tx, themes: readonly Theme[]): Promise<void> {
  const kept = themes.map(({ sha256 }) => sha256);
  await tx.execute(
    `INSERT INTO branding_themes (tenant_id, sha256, css) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (tenant_id, sha256) DO UPDATE SET retired_at = NULL`,
    [tx.context.tenantId, kept, themes.map(({ css }) => css)],
  );
  await tx.execute(
    'UPDATE branding_themes SET retired_at = now() WHERE tenant_id = $1 AND sha256 <> ALL($2) AND retired_at IS NULL',
    [tx.context.tenantId, kept],
  );
  await tx.execute(
    "DELETE FROM branding_themes WHERE tenant_id = $1 AND retired_at < now() - interval '7 days'",
    [tx.context.tenantId],
  );
}

export const findTheme = async (tx: Tx, sha256: string): Promise<string | undefined> =>
  (
    await tx.row<{ css: string }>(
      'SELECT css FROM branding_themes WHERE tenant_id = $1 AND sha256 = $2',
      [tx.context.tenantId, sha256],
    )
  )?.css;
