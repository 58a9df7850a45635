import type { Database } from '@platform/kit/database';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { tokenSource } from './token-source.ts';
import { findArtifact } from '../grants/artifacts.ts';
import type { Artifact } from '../grants/artifacts.ts';

const model = 'RequestedClaims';

/** The times of an access token, in seconds, and its id. */
export interface TokenTimes {
  jti: string;
  iat: number;
  exp: number;
}

/**
 * An artifact that names the claims which the sign-in of an access token requested from the UserInfo endpoint (OpenID Connect Core §5.5);
 * undefined if it requested none.
 */
export function requestedClaimsOf(
  ctx: KoaContextWithOIDC,
  { jti, iat, exp }: TokenTimes,
): Artifact | undefined {
  const source = tokenSource(ctx);
  const claims = Object.keys(source?.claims?.userinfo ?? {});
  if (claims.length === 0) return undefined;
  const payload = { claims, grantId: source?.grantId };
  return { model, id: jti, payload, expiresInSeconds: exp - iat };
}

/** Reads the claims of {@link requestedClaimsOf}. */
export const requestedClaims =
  (db: Pick<Database, 'call'>) =>
  async (tenantId: string, jti: string): Promise<readonly string[]> => {
    const found = await findArtifact({ db, tenantId }, { model, id: jti });
    return (found?.['claims'] as string[] | undefined) ?? [];
  };
