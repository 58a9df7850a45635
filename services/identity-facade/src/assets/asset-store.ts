import type { BrandingAsset, BrandingAssetKind } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** The image that a branding names, by what it is for and where it comes from. */
export interface AssetKey {
  kind: BrandingAssetKind;
  urlHash: string;
}

/** An image that is to be copied. */
export interface AssetSource extends AssetKey {
  sourceUrl: string;
}

/** A copied image. */
export interface AssetCopy {
  sha256: string;
  mediaType: string;
  width: number;
  height: number;
  content: Buffer;
}

/** Those of the present branding. */
export const listAssets = (tx: Tx): Promise<BrandingAsset[]> =>
  tx.rows<BrandingAsset>(
    `SELECT kind, source_url, status, failure_reason, sha256, media_type, width, height
     FROM branding_assets WHERE tenant_id = $1 AND retired_at IS NULL ORDER BY kind, source_url`,
    [tx.context.tenantId],
  );

/** Makes these the images of the branding. A copy that is there stays until it is replaced; others stay for a week, for pages that are open. */
export async function replaceAssets(tx: Tx, sources: readonly AssetSource[]): Promise<void> {
  const keys = sources.map(({ kind, urlHash }) => `${kind} ${urlHash}`);
  await tx.execute(
    `INSERT INTO branding_assets (tenant_id, kind, url_hash, source_url, status)
     SELECT $1, *, 'pending' FROM unnest($2::text[], $3::text[], $4::text[])
     ON CONFLICT (tenant_id, kind, url_hash) DO UPDATE SET retired_at = NULL, failure_reason = NULL,
       status = CASE branding_assets.status WHEN 'failed' THEN 'pending' ELSE branding_assets.status END`,
    [
      tx.context.tenantId,
      sources.map(({ kind }) => kind),
      sources.map(({ urlHash }) => urlHash),
      sources.map(({ sourceUrl }) => sourceUrl),
    ],
  );
  await tx.execute(
    `UPDATE branding_assets SET retired_at = now() WHERE tenant_id = $1 AND retired_at IS NULL AND kind || ' ' || url_hash <> ALL($2)`,
    [tx.context.tenantId, keys],
  );
  await tx.execute(
    "DELETE FROM branding_assets WHERE tenant_id = $1 AND retired_at < now() - interval '7 days'",
    [tx.context.tenantId],
  );
}

export const findAssetSource = async (
  tx: Tx,
  { kind, urlHash }: AssetKey,
): Promise<string | undefined> =>
  (
    await tx.row<{ sourceUrl: string }>(
      `SELECT source_url FROM branding_assets WHERE tenant_id = $1 AND kind = $2 AND url_hash = $3 AND retired_at IS NULL`,
      [tx.context.tenantId, kind, urlHash],
    )
  )?.sourceUrl;

export const saveCopy = (
  tx: Tx,
  { kind, urlHash }: AssetKey,
  { sha256, mediaType, width, height, content }: AssetCopy,
): Promise<number> =>
  tx.execute(
    `UPDATE branding_assets SET status = 'ready', failure_reason = NULL, sha256 = $4, media_type = $5, width = $6, height = $7, content = $8
     WHERE tenant_id = $1 AND kind = $2 AND url_hash = $3`,
    [tx.context.tenantId, kind, urlHash, sha256, mediaType, width, height, content],
  );

/** A copy that was made before stays in use; only one that never was fails. */
export const markAssetFailed = (
  tx: Tx,
  { kind, urlHash }: AssetKey,
  reason: string,
): Promise<number> =>
  tx.execute(
    `UPDATE branding_assets SET failure_reason = $4, status = CASE WHEN content IS NULL THEN 'failed' ELSE status END
     WHERE tenant_id = $1 AND kind = $2 AND url_hash = $3`,
    [tx.context.tenantId, kind, urlHash, reason],
  );

export const findCopy = (
  tx: Tx,
  sha256: string,
): Promise<Pick<AssetCopy, 'mediaType' | 'content'> | undefined> =>
  tx.row<Pick<AssetCopy, 'mediaType' | 'content'>>(
    'SELECT media_type, content FROM branding_assets WHERE tenant_id = $1 AND sha256 = $2 LIMIT 1',
    [tx.context.tenantId, sha256],
  );
