import type { Tx } from '@platform/kit/database';
import { copiedImage } from '../assets/copied-images.ts';
import { themeCss } from '../branding/stored-branding.ts';

/** A file that the hub serves under its digest. */
export interface AssetContent {
  contentType: string;
  content: Buffer;
}

/** A style sheet or a copied image of the tenant. */
export async function readAsset(tx: Tx, sha256: string): Promise<AssetContent | undefined> {
  const copy = await copiedImage(tx, sha256);
  if (copy) return { contentType: copy.mediaType, content: copy.content };
  const css = await themeCss(tx, sha256);
  return css === undefined
    ? undefined
    : { contentType: 'text/css; charset=utf-8', content: Buffer.from(css) };
}
