import type { BrandingAsset, BrandingAssetKind } from '@platform/contracts';
import { now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const assets = identityFacade.table('brandingAssets');
const current = assets.only({ retiredAt: null });
const expired = assets.only((of) => of('retiredAt', '<', sql<Date>`${now} - interval '7 days'`));
const shown = current.omit('urlHash', 'content', 'retiredAt');
// A row with a digest always has a copy.
const copies = identityFacade
  .table('brandingAssets')
  .narrow<Pick<AssetCopy, 'mediaType' | 'content'>>()
  .pick('mediaType', 'content');

type AssetRow = RowOf<typeof assets>;

/** An image of a branding, by its use and its source. */
export interface AssetKey {
  kind: BrandingAssetKind;
  urlHash: string;
}

export interface AssetSource extends AssetKey {
  sourceUrl: string;
}

export type AssetCopy = {
  [C in 'sha256' | 'mediaType' | 'width' | 'height' | 'content']: NonNullable<AssetRow[C]>;
};

/** The images of the current branding. */
export const listAssets = (tx: Tx): Promise<BrandingAsset[]> =>
  shown.list(tx, { orderBy: ['kind', 'sourceUrl'] });

/**
 * Replaces the images of the branding. An existing copy stays until it is replaced. Other copies stay for a week, for pages that
 * are open.
 */
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
  const others = current.only(
    (of) => sql<boolean>`${of.ref('kind')} || ' ' || ${of.ref('urlHash')} <> all(${keys})`,
  );
  await others.update(tx, {}, { retiredAt: now });
  await expired.delete(tx, {});
}

export const findAssetSource = async (
  tx: Tx,
  { kind, urlHash }: AssetKey,
): Promise<string | undefined> =>
  (await current.pick('sourceUrl').find(tx, { kind, urlHash }))?.sourceUrl;

export const saveCopy = (
  tx: Tx,
  { kind, urlHash }: AssetKey,
  { sha256, mediaType, width, height, content }: AssetCopy,
): Promise<number> =>
  assets.update(
    tx,
    { kind, urlHash },
    { status: 'ready', failureReason: null, sha256, mediaType, width, height, content },
  );

/** An earlier copy stays in use: only an image without one fails. */
export const markAssetFailed = (
  tx: Tx,
  { kind, urlHash }: AssetKey,
  failureReason: string,
): Promise<number> =>
  assets.update(tx, { kind, urlHash }, (of) => ({
    failureReason,
    status: sql<
      AssetRow['status']
    >`CASE WHEN ${of.ref('content')} IS NULL THEN 'failed' ELSE ${of.ref('status')} END`,
  }));

export const findCopy = async (
  tx: Tx,
  sha256: string,
): Promise<Pick<AssetCopy, 'mediaType' | 'content'> | undefined> =>
  tx.row(copies.select(tx).where('sha256', '=', sha256).limit(1));
