/** What `whoami` shows of an access token (RFC 9068). */
export interface TokenClaims {
  subject: string;
  tenantId: string | undefined;
  scopes: readonly string[];
  /** RFC 3339. */
  expiresAt: string | undefined;
}

/** Reads the claims of a token without verifying it: only the API has to. Undefined if it is no JWT. */
export function claimsOf(token: string): TokenClaims | undefined {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { sub, tnt, scope, exp } = JSON.parse(payload) as Record<string, unknown>;
    return {
      subject: String(sub),
      tenantId: typeof tnt === 'string' ? tnt : undefined,
      scopes: typeof scope === 'string' ? scope.split(' ').sort() : [],
      expiresAt: typeof exp === 'number' ? new Date(exp * 1000).toISOString() : undefined,
    };
  } catch {
    return undefined;
  }
}
