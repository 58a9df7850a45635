import type { Grant, KoaContextWithOIDC } from 'oidc-provider';

/** What a token of a user comes from: a code, a refresh token or a device code. */
export interface TokenSource {
  accountId?: string;
  acr?: string;
  amr?: string[];
  authTime?: number;
  sid?: string;
  scope?: string;
  grantId?: string;
  /** False or absent for offline access (OpenID Connect Core §11). */
  expiresWithSession?: boolean;
  claims?: { userinfo?: Record<string, unknown>; id_token?: Record<string, unknown> };
}

/** A grant of ours: it knows the organization that the user was logged into. */
export type SignInGrant = Grant & { organizationId?: string };

/** Undefined where no user has signed in for the token, as for client credentials. */
export function tokenSource(ctx: KoaContextWithOIDC): TokenSource | undefined {
  const { AuthorizationCode, RefreshToken, DeviceCode } = ctx.oidc.entities;
  return (AuthorizationCode ?? RefreshToken ?? DeviceCode) as TokenSource | undefined;
}

const sessionEnds = new WeakMap<KoaContextWithOIDC, number>();

/** Keeps when the session of a code that is redeemed ends, in seconds since the epoch. */
export const noteSessionEnd = (ctx: KoaContextWithOIDC | undefined, endsAt: unknown): void => {
  if (ctx && typeof endsAt === 'number') sessionEnds.set(ctx, endsAt);
};

/** When the session that a token is bound to ends; undefined for offline access, which is bound to none. */
export const sessionEnd = (ctx: KoaContextWithOIDC): number | undefined => sessionEnds.get(ctx);

/** The organization of the sign-in; null for none. */
export const organizationOf = (ctx: KoaContextWithOIDC): string | null =>
  (ctx.oidc.entities.Grant as SignInGrant | undefined)?.organizationId ?? null;
