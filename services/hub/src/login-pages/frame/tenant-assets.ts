import { problem } from '@platform/kit/problem';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { LoginSiblings } from '../../login/login-siblings.ts';

interface Asset {
  contentType: string;
  content: Buffer;
}

const maxBytes = 64 * 1024 * 1024;
const digest = /^[0-9a-f]{64}$/;

/** The digest in a path below `/login`: `theme/{sha256}.css` or `assets/{sha256}`. Undefined for any other path. */
export function assetDigest([kind, name = '']: readonly string[]): string | undefined {
  const sha256 = kind === 'theme' && name.endsWith('.css') ? name.slice(0, -4) : name;
  return (kind === 'theme' || kind === 'assets') && digest.test(sha256) ? sha256 : undefined;
}

/**
 * Serves style sheets and images of tenants under the digest of their content, so that cached copies never become stale. The
 * content security policy keeps an SVG from running scripts.
 */
export function tenantAssets({
  experience,
  deadlineMs,
}: Pick<LoginSiblings, 'experience' | 'deadlineMs'>) {
  const cache = new LRUCache<string, Asset>({
    maxSize: maxBytes,
    sizeCalculation: ({ content }) => content.length + 1,
  });

  async function find(tenantId: string, sha256: string): Promise<Asset> {
    const key = `${tenantId} ${sha256}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const asset = await experience().GetAsset(
      { tenantId, sha256 },
      { deadlineMs, repeatable: true },
    );
    cache.set(key, asset);
    return asset;
  }

  return async function serve(
    req: IncomingMessage,
    res: ServerResponse,
    { tenantId, sha256 }: { tenantId: string; sha256: string },
  ): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw problem('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    const { contentType, content } = await find(tenantId, sha256);
    res.writeHead(200, {
      'content-type': contentType,
      'content-length': content.length,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    res.end(req.method === 'HEAD' ? undefined : content);
  };
}

export type ServeTenantAsset = ReturnType<typeof tenantAssets>;
