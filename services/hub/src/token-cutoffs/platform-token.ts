import { requireActive } from '@platform/kit/auth';
import type { BearerVerifier } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { cutOffReader } from './cut-off.ts';

/**
 * Verifies access tokens for the management API as other services do, and also rejects those that were cut off a moment ago and those of a
 * tenant that is not active.
 */
export function platformTokenReader({
  db,
  verifyBearer,
}: {
  db: Pick<Database, 'read'>;
  verifyBearer: BearerVerifier;
}): BearerVerifier {
  const isCutOff = cutOffReader(db);
  return async (authorization) => {
    const verified = await verifyBearer(authorization);
    const { claims, tenant } = verified;
    requireActive(tenant);
    if (await isCutOff(tenant.id, { claims }))
      throw problem('token_invalid', { detail: 'The token has been revoked' });
    return verified;
  };
}
