import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';

/** The response to a request for an asset. */
export interface AssetAnswer {
  headers: Record<string, string>;
  body: Buffer;
}

/** Static files whose names change with their content. */
export interface Assets {
  /** The path of a file: `/assets/pages-3f2a….css`. @throws Error for a file that does not exist */
  url(name: string): string;
  /** Undefined for a path that is not an asset. */
  find(path: string, acceptEncoding: string | undefined): AssetAnswer | undefined;
  /** Bytes of a file on the wire, by encoding. */
  weight(name: string): Record<'identity' | 'gzip' | 'br', number>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const prefix = '/assets/';

interface Asset {
  url: string;
  type: string;
  hash: string;
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
}

/** The media type of a file. @throws Error for an unknown extension */
export function assetType(name: string): string {
  const type = types[extname(name)];
  if (type === undefined) throw new Error(`${name}: an asset of an unknown type`);
  return type;
}

function assetOf(name: string, bytes: Buffer): Asset {
  const extension = extname(name);
  const type = assetType(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const brotli = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    url: `${prefix}${name.slice(0, -extension.length)}-${hash}${extension}`,
    type,
    hash,
    bodies: {
      br: brotliCompressSync(bytes, { params: brotli }),
      gzip: gzipSync(bytes, { level: 9 }),
      identity: bytes,
    },
  };
}

const encodings = ['br', 'gzip', 'identity'] as const;

/** The encodings that assets are kept in. */
export type AssetEncoding = (typeof encodings)[number];

/** The best encoding that a browser accepts; among equals the smallest, not the first named. */
export function encodingFor(acceptEncoding: string | undefined): AssetEncoding {
  const headers = { 'accept-encoding': acceptEncoding };
  // The library's types lack the second parameter.
  const negotiator: { encoding(available: string[], options: object): string | undefined } =
    new Negotiator({ headers }) as never;
  const found = negotiator.encoding([...encodings], { preferred: [...encodings] });
  return encodings.find((name) => name === found) ?? 'identity';
}

/** Headers of a file whose name changes with its content. */
export const assetHeaders = (
  { type }: { type: string },
  encoding: AssetEncoding,
  body: Buffer,
): Record<string, string> => ({
  'content-type': type,
  'content-length': String(body.length),
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  ...(encoding !== 'identity' && { 'content-encoding': encoding }),
});

/** Reads folders of assets, compresses them once, and serves them. */
export function staticAssets(...folders: URL[]): Assets {
  const byName = new Map<string, Asset>();
  for (const folder of folders)
    for (const name of readdirSync(fileURLToPath(folder)))
      byName.set(name, assetOf(name, readFileSync(new URL(name, folder))));
  const byUrl = new Map([...byName.values()].map((asset) => [asset.url, asset]));

  function named(name: string): Asset {
    const asset = byName.get(name);
    if (!asset) throw new Error(`no asset ${name}`);
    return asset;
  }

  return {
    url: (name) => named(name).url,
    weight(name) {
      const { br, gzip, identity } = named(name).bodies;
      return { br: br.length, gzip: gzip.length, identity: identity.length };
    },
    find(path, acceptEncoding) {
      const asset = byUrl.get(path);
      if (!asset) return undefined;
      const encoding = encodingFor(acceptEncoding);
      const body = asset.bodies[encoding];
      return {
        headers: { ...assetHeaders(asset, encoding, body), etag: `"${asset.hash}-${encoding}"` },
        body,
      };
    },
  };
}
