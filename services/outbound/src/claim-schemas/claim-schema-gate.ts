import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { claimsOfEndpoint } from './claim-schema-store.ts';

/** @throws 409 `conflict` (`in_use`) while claims come from the endpoint. The endpoint's row is locked */
export async function requireUnusedByClaims(tx: Tx, endpointId: string): Promise<void> {
  const claims = await claimsOfEndpoint(tx, endpointId);
  if (claims.length === 0) return;
  throw problem('conflict', {
    detail: `Claim schemas use this endpoint as their source: ${claims.join(', ')}`,
    errors: claims.map((name) => ({ code: 'in_use', detail: name })),
  });
}
